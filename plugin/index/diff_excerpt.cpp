#include "plugin/index/diff_excerpt.h"

#include <algorithm>

#include "core/text/white_space.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t context_bytes = 50, changed_bytes = 180;  // per line
constexpr std::string_view cut_mark = "…";

std::string beginning(std::string_view text, std::size_t bytes) {
  const std::string_view kept = cut_utf8(text, bytes);
  return std::string(kept) + (kept.size() < text.size() ? std::string(cut_mark) : "");
}

std::string end_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  return std::string(cut_mark) + std::string(text.substr(cut_utf8(text, text.size() - bytes).size()));
}

bool is_within_character(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

// How much two lines have in common at both ends, in whole words if there are spaces, else in whole characters.
struct Common {
  std::size_t before = 0, after = 0;
};

Common common_ends(std::string_view a, std::string_view b) {
  constexpr std::size_t longest_word = 40;
  const std::size_t shorter = std::min(a.size(), b.size());
  Common common;
  while (common.before < shorter && a[common.before] == b[common.before]) ++common.before;
  while (is_within_character(a, common.before) || is_within_character(b, common.before)) --common.before;
  const std::size_t space = a.substr(0, common.before).rfind(' ');
  if (space != std::string_view::npos && common.before - space <= longest_word) common.before = space + 1;
  while (common.after < shorter - common.before && a[a.size() - 1 - common.after] == b[b.size() - 1 - common.after])
    ++common.after;
  while (is_within_character(a, a.size() - common.after)) --common.after;
  const std::size_t next = a.substr(a.size() - common.after).find(' ');
  if (next != std::string_view::npos && next <= longest_word) common.after -= next;
  return common;
}

ExcerptLine whole_line(Edit edit, std::string_view line) {
  if (edit == Edit::keep) return {.edit = edit, .before = beginning(line, context_bytes)};
  return {.edit = edit, .changed = beginning(line, changed_bytes)};
}

ExcerptLine compared_line(Edit edit, std::string_view line, const Common& common) {
  return {.edit = edit,
          .before = end_of(line.substr(0, common.before), context_bytes),
          .changed = beginning(line.substr(common.before, line.size() - common.before - common.after), changed_bytes),
          .after = beginning(line.substr(line.size() - common.after), context_bytes)};
}

// Walks along the script and tracks the position in both texts.
class Maker {
 public:
  Maker(std::string_view old, std::string_view now, std::size_t max_lines)
      : old_(lines_of(old)), now_(lines_of(now)), script_(edit_script(old_, now_)), left_(max_lines) {}

  DiffExcerpt make() {
    while (at_ < script_.size()) {
      if (script_[at_] == Edit::keep) {
        ++at_, ++old_at_, ++now_at_;
        continue;
      }
      const auto removed = run_of(Edit::remove, at_), added = run_of(Edit::add, at_ + removed);
      out_.removed += removed;
      out_.added += added;
      show_changes(removed, added);
      at_ += removed + added;
      old_at_ += removed;
      now_at_ += added;
    }
    for (ExcerptHunk& hunk : out_.hunks) {  // of an empty text, or an empty beginning of one
      if (hunk.old_count == 0) hunk.old_line = 0;
      if (hunk.new_count == 0) hunk.new_line = 0;
    }
    return std::move(out_);
  }

 private:
  std::size_t run_of(Edit edit, std::size_t from) const {
    const auto begin = script_.begin() + static_cast<std::ptrdiff_t>(from);
    return static_cast<std::size_t>(std::find_if(begin, script_.end(), [&](Edit e) { return e != edit; }) - begin);
  }

  void show_changes(std::size_t removed, std::size_t added) {
    const std::size_t shown_removed = std::min(removed, left_), shown_added = std::min(added, left_ - shown_removed);
    out_.more += removed + added - shown_removed - shown_added;
    if (shown_removed + shown_added == 0) return;
    left_ -= shown_removed + shown_added;
    ExcerptHunk& hunk = hunk_at_place();
    const std::size_t pairs = std::min(removed, added);
    for (std::size_t i = 0; i < shown_removed; ++i) hunk.lines.push_back(changed_line(Edit::remove, i, pairs));
    for (std::size_t i = 0; i < shown_added; ++i) hunk.lines.push_back(changed_line(Edit::add, i, pairs));
    hunk.old_count += shown_removed;
    hunk.new_count += shown_added;
    const bool cut = shown_removed + shown_added < removed + added;
    open_ = !cut && old_at_ + removed < old_.size();
    if (!open_) return;
    hunk.lines.push_back(whole_line(Edit::keep, old_[old_at_ + removed]));
    ++hunk.old_count, ++hunk.new_count;
    shown_to_ = old_at_ + removed + 1;
  }

  // The hunk that ends right here, or a new one with the line before.
  ExcerptHunk& hunk_at_place() {
    if (open_ && shown_to_ == old_at_) return out_.hunks.back();
    ExcerptHunk& hunk = out_.hunks.emplace_back();
    if (old_at_ == 0 || now_at_ == 0) return hunk;  // nothing precedes the first change
    hunk = {.old_line = old_at_, .old_count = 1, .new_line = now_at_, .new_count = 1, .lines = {}};
    hunk.lines.push_back(whole_line(Edit::keep, old_[old_at_ - 1]));
    return hunk;
  }

  ExcerptLine changed_line(Edit edit, std::size_t number, std::size_t pairs) const {
    const std::string_view line = edit == Edit::remove ? old_[old_at_ + number] : now_[now_at_ + number];
    if (number >= pairs) return whole_line(edit, line);
    return compared_line(edit, line, common_ends(old_[old_at_ + number], now_[now_at_ + number]));
  }

  const std::vector<std::string_view> old_, now_;
  const std::vector<Edit> script_;
  std::size_t left_;                              // changed lines that may still be shown
  std::size_t at_ = 0, old_at_ = 0, now_at_ = 0;  // in the script and in both texts
  bool open_ = false;                             // the last hunk ends with a line that is kept
  std::size_t shown_to_ = 0;                      // which is the one before this line of the old text
  DiffExcerpt out_;
};

}  // namespace

DiffExcerpt diff_excerpt(std::string_view old, std::string_view now, std::size_t max_lines) {
  return Maker(old, now, max_lines).make();
}

}  // namespace pith::pipeline
