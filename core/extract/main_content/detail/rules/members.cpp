#include "core/extract/main_content/detail/rules/members.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/extract/main_content/detail/view/phrases.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

bool is_line_of_underscores(std::string_view text) {
  constexpr std::size_t least = 10;
  text = trim_ascii(text);
  return text.size() >= least && std::ranges::all_of(text, [](char c) { return c == '_'; });
}

bool is_member_data(const PageView& page, const ViewRun& run) {
  constexpr std::uint32_t most_words = 40;
  constexpr std::size_t least_phrases = 2;
  return run.phrases & bit(Phrase::member) && run.text.digits > 0 && run.text.words <= most_words &&
         count_phrases(Phrase::member, page.runs.words_of(run)) >= least_phrases;
}

// Old forums allow 255 characters. More is a part of the post, such as a form that was filled in.
bool is_short(const Document& page, NodeId begin, NodeId end) {
  constexpr std::ptrdiff_t longest = 300;
  std::ptrdiff_t characters = 0;
  const auto begins_character = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  for (NodeId n = begin; n < end && characters <= longest; ++n)
    if (page[n].is_text()) characters += std::ranges::count_if(page.text(n), begins_character);
  return characters <= longest;
}

// As mails do what they answer.
bool quotes_lines(const Document& page) {
  constexpr std::string_view quoted = "\n>";
  for (NodeId n = 1; n < page.size(); ++n)
    if (page[n].is_text() && page.text(n).find(quoted) != std::string_view::npos) return true;
  return false;
}

}  // namespace

std::vector<RunId> find_member_data(const PageView& page) {
  std::vector<RunId> out;
  for (RunId r = 0; r < page.runs.size(); ++r)
    if (is_member_data(page, page.runs[r])) out.push_back(r);
  return out;
}

bool may_have_posts(const PageView& page) {
  constexpr unsigned farthest = 254;
  if (page.hints.kinds & StructuredHints::thread || page.sums.all.replies > 0) return true;
  constexpr float most = 0.5f;
  const auto is_of_posts = [](const Group& group) {  // rows of a timetable have times, but no text
    return std::max(group.replied, group.authored) >= most || (group.dated >= most && group.prose >= most);
  };
  if (std::ranges::any_of(page.groups, is_of_posts)) return true;
  for (RunId r = 0; r < page.runs.size(); ++r)
    if (page.around[r].is_named_any({NameKind::forum, NameKind::comment}, farthest)) return true;
  return quotes_lines(page.page) || !find_member_data(page).empty();
}

NodeSet find_signatures(const Document& page) {
  NodeSet out(page);
  for (NodeId n = 1; n < page.size(); ++n) {
    if (!page[n].is_text() || !is_line_of_underscores(page.text(n))) continue;
    const NodeId end = page.end_of(page[n].parent);
    if (!is_short(page, n + 1, end)) continue;
    out.add_range(n, end);
    n = end - 1;
  }
  return out;
}

}  // namespace pith
