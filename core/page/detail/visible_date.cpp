#include "core/page/detail/visible_date.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/stable_hash.h"
#include "core/dom/collapsed_text.h"
#include "core/dom/text_runs.h"
#include "core/page/detail/dates.h"
#include "core/page/detail/page_title.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::size_t max_line_bytes = 120;
constexpr std::size_t paragraph_bytes = 200;                // a line of so many begins the text
constexpr std::size_t lines_before = 4, bytes_after = 600;  // how far "beside the headline" reaches
constexpr std::size_t bytes_between_entries = 700;          // of a list
constexpr std::size_t max_dates = 400;
constexpr NodeId max_heading_nodes = 200, max_date_nodes = 20;

using Words = std::span<const std::string_view>;

// Parts of class names and ids.
constexpr std::string_view names_of_lists[] = {"comment",   "kommentar", "disqus",   "replies",   "respond",  "related",
                                               "recommend", "teaser",    "sidebar",  "recent",    "popular",  "latest",
                                               "trending",  "most-read", "mostread", "read-more", "more-from"};
constexpr std::string_view names_of_dates[] = {"date",   "time",     "publi",  "posted",  "byline", "meta",
                                               "author", "dateline", "submit", "created", "datum",  "fecha"};
constexpr std::string_view names_of_changes[] = {"updat",    "change",   "modif",      "revis",    "edited",
                                                 "geändert", "aktualis", "mis à jour", "actualiz", "aggiorn"};

constexpr std::string_view last_changes[] = {"last updat", "last modif", "last revis", "last edit", "last review"};
// Parts of what stands before the date of a publication, where a change has one, too.
constexpr std::string_view names_of_publication[] = {"posted",   "publi",     "written",    "created",   "issued",
                                                     "erstellt", "veröffent", "posté",      "pubblicat", "gepubliceer",
                                                     "gepostet", "opublik",   "опубликован"};

// Labels of when and where something takes place, in lower case: a whole line, or what comes before its colon.
constexpr std::string_view event_labels[] = {
    "location", "venue",   "where",   "when",     "time",    "doors", "admission", "ort",   "wann",  "wo",
    "beginn",   "uhrzeit", "einlass", "eintritt", "lieu",    "où",    "heure",     "lugar", "dónde", "hora",
    "luogo",    "dove",    "ora",     "plaats",   "locatie", "tid",   "miejsce",   "place"};

// How a line about the publication begins, in lower case.
constexpr std::string_view posting_words[] = {
    "posted",  "publish",     "written",   "submitted", "created",   "by ",       "on ",         "date",    "released",
    "issued",  "added",       "veröffent", "erstellt",  "geschrieb", "vom ",      "am ",         "datum",   "von ",
    "publié",  "posté",       "le ",       "publicado", "fecha",     "pubblicat", "gepubliceer", "geplaat", "publicera",
    "opublik", "опубликован", "дата",      "发布",      "发表",      "日期",      "时间",        "投稿",    "公開"};

bool has_part(std::string_view text, Words parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// Where the last of the parts begins; npos (which is 0 - 1): there is none.
std::size_t last_part(std::string_view text, Words parts) {
  std::size_t end = 0;                       // one more than where it begins
  for (const std::string_view part : parts)  // rfind takes many times the time of find
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
      end = std::max(end, at + 1);
  return end - 1;
}

// "published 3 March 2021, updated 4 May 2021", in lower case, without what it says of a change. Empty if that is all.
std::string_view without_change(std::string_view text) {
  if (!has_part(text, names_of_changes)) return text;
  const std::size_t change = last_part(text, names_of_changes), published = last_part(text, names_of_publication);
  if (published != std::string_view::npos && published > change) return text.substr(published);
  return text.substr(0, change);
}

bool begins_with(std::string_view text, Words words) {
  return std::ranges::any_of(words, [&](std::string_view word) { return text.starts_with(word); });
}

// "venue", "venue: Town Hall"; not "venues of the year".
bool is_label(std::string_view line, Words labels) {
  return std::ranges::find(labels, trim_space(line.substr(0, line.find(':')))) != labels.end();
}

struct ShownDate {
  NodeId at = no_node;
  std::size_t offset = 0;  // in the page's visible text
  std::uint64_t look = 0;  // element and class
  bool is_declared = false, is_time = false, is_posting = false;
  std::string date = {};
};

// A text run (core/dom/text_runs.h) without what a date does not need.
struct Line {
  NodeId begin, end, block;
  std::size_t bytes = 0;
  bool has_year = false;
};

// "4 June 1931 – 7 July 2025", "since 2012: …": how many years, of any century, are in it.
std::size_t count_years(std::string_view text) {
  std::size_t years = 0, digits = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_digit_ascii(text[i])) {
      ++digits;
      continue;
    }
    const char first = digits == 4 ? text[i - 4] : ' ';
    years += first == '1' || first == '2';
    digits = 0;
  }
  return years;
}

// "10:05:33", as software writes it.
bool has_seconds(std::string_view text) {
  for (std::size_t at = text.find(':'); at != std::string_view::npos; at = text.find(':', at + 1))
    if (at > 0 && at + 3 < text.size() && text[at + 3] == ':' && is_digit_ascii(text[at - 1]) &&
        is_digit_ascii(text[at + 1]) && is_digit_ascii(text[at + 2]))
      return true;
  return false;
}

// "apply by", "gültig ab", "Valid until".
bool ends_with_small_word(std::string_view text) {
  const std::vector<std::string_view> words = word_runs(text);
  if (words.empty() || words.back().data() + words.back().size() != text.data() + text.size()) return false;
  std::int32_t at = 0;
  UChar32 first = 0;
  U8_NEXT(words.back().data(), at, static_cast<std::int32_t>(words.back().size()), first);
  return u_islower(first);
}

// Whether there are four digits that parse_date takes for a year.
bool has_year(std::string_view text) {
  for (std::size_t at = text.find_first_of("12"); at != std::string_view::npos && at + 4 <= text.size();
       at = text.find_first_of("12", at + 1)) {
    const std::string_view year = text.substr(at, 4);
    if ((year.starts_with("199") || year.starts_with("20") || year.starts_with("21")) && is_digit_ascii(year[2]) &&
        is_digit_ascii(year[3]))
      return true;
  }
  return false;
}

std::vector<Line> lines_of(const Document& page) {
  std::vector<Line> lines;
  std::vector<NodeId> block_of(page.size());
  bool is_open = false;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    const bool is_block_element = node.is_element() && (n == 0 || is_block(node.tag));
    block_of[n] = is_block_element ? n : block_of[node.parent];
    if (is_block_element) is_open = false;
    if (!is_visible_text(node)) continue;
    if (!is_open || lines.back().block != block_of[n]) lines.push_back({n, n, block_of[n]});
    is_open = true;
    Line& line = lines.back();
    line.end = n + 1;
    line.bytes += page.text(n).size();
    line.has_year = line.has_year || (page.text(n).size() <= max_line_bytes && has_year(page.text(n)));
  }
  return lines;
}

class DateFinder {
 public:
  DateFinder(const Document& page, std::string_view title, const NodeSet* ignored)
      : page_(page), ignored_(ignored), lines_(lines_of(page)) {
    find_headline(title);
    read_elements();
    read_lines();
    std::ranges::stable_sort(dates_, {}, &ShownDate::at);
  }

  std::string find() const {
    for (const auto& rule :
         {&DateFinder::declared, &DateFinder::beside_headline, &DateFinder::in_article, &DateFinder::only_one})
      if (const ShownDate* const found = (this->*rule)()) return found->date;
    return {};
  }

 private:
  std::string names(NodeId n) const {
    return lower_ascii(std::string(page_.attribute(n, "class").substr(0, 500)) + " " +
                       std::string(page_.attribute(n, "id").substr(0, 100)));
  }

  bool contains(NodeId outer, NodeId n) const { return outer != no_node && n >= outer && n < page_.end_of(outer); }

  // The innermost element around the node for which `is` holds.
  template <typename Is>
  NodeId around(NodeId n, Is&& is) const {
    while (n != no_node && !is(n)) n = page_[n].parent;
    return n;
  }

  void find_headline(std::string_view title) {
    constexpr std::size_t least = 4;  // the title has so many times the bytes at most, and the other way round
    for (NodeId n = 0; n < page_.size(); ++n) {
      const int level = heading_level(page_[n].tag);
      if (level == 0 || level > 3 || page_[n].subtree_size > max_heading_nodes) continue;
      const std::string text =
          collapsed_text(page_, n, page_.end_of(n), [&](NodeId i) { return is_visible_text(page_[i]); });
      if (text.empty()) continue;
      if (text.size() <= least * title.size() && title.size() <= least * text.size() && is_same_name(text, title)) {
        headline_ = n;
        break;
      }
      if (level == 1 && headline_ == no_node) headline_ = n;
    }
    if (headline_ == no_node) return;
    article_ = around(headline_, [&](NodeId n) { return page_[n].tag == Tag::article; });
    item_ = around(headline_, [&](NodeId n) { return page_.has_attribute(n, "itemscope"); });
  }

  // Whether an element around it holds what is not of this page, or not about it.
  bool is_outside(NodeId n) const {
    constexpr int most_steps = 100;
    for (int step = 0; step < most_steps && n != no_node && !contains(n, headline_); ++step, n = page_[n].parent) {
      if (ignored_ && ignored_->contains(n)) return true;
      const Tag tag = page_[n].tag;
      if (tag == Tag::html || tag == Tag::body || tag == Tag::main) return false;
      if (page_[n].flags & Node::hidden || tag == Tag::footer || tag == Tag::aside || tag == Tag::nav) return true;
      if (page_[n].is_element() && page_[n].data_size > 0 && has_part(names(n), names_of_lists)) return true;
    }
    return false;
  }

  void add(NodeId at, NodeId looks_like, std::string_view text, ShownDate kind) {
    if (read_ >= max_dates) return;
    kind.date = parse_date(text);
    if (kind.date.empty()) return;
    ++read_;
    if (is_outside(at)) return;
    kind.at = at;
    if (page_.attribute(looks_like, "class").empty() && looks_like > 0) looks_like = page_[looks_like].parent;
    kind.look = hash_bytes(static_cast<std::uint64_t>(page_[looks_like].tag) + 1, names(looks_like));
    dates_.push_back(std::move(kind));
  }

  std::string text_of(NodeId begin, NodeId end) const {
    if (end - begin > max_heading_nodes) return {};
    return collapsed_text(page_, begin, end,
                          [&](NodeId n) { return page_[n].is_content() && !(ignored_ && ignored_->contains(n)); });
  }

  // <time> and itemprop=datePublished.
  void read_elements() {
    std::size_t offset = 0;
    for (NodeId n = 0; n < page_.size(); ++n) {
      if (is_visible_text(page_[n])) offset += page_.text(n).size();
      if (!page_[n].is_element()) continue;
      const bool is_item = has_token(page_.attribute(n, "itemprop"), "datePublished");
      if (!is_item && page_[n].tag != Tag::time) continue;
      if (!is_item && (is_change(n) || is_of_event(n) || is_in_sentence(n))) continue;
      std::string value(page_.attribute(n, page_.has_attribute(n, "content") ? "content" : "datetime"));
      if (trim_space(value).empty()) value = text_of(n, page_.end_of(n));
      add(n, n, value,
          {.offset = offset, .is_declared = is_item || page_.has_attribute(n, "pubdate"), .is_time = true});
    }
  }

  // By its class, unless that says "published", too, or by the classes and the text of the small elements around it.
  bool is_change(NodeId time) const {
    NodeId n = time;
    const std::string classes = names(n);
    if (has_part(classes, names_of_changes) && classes.find("publish") == std::string::npos) return true;
    for (int levels = 0; levels < 2; ++levels) {
      n = page_[n].parent;
      if (n == no_node || page_[n].subtree_size > max_date_nodes || contains(n, headline_)) return false;
      if (has_part(names(n), names_of_changes)) return true;
      const std::string text = text_of(n, page_.end_of(n));
      if (text.size() > max_line_bytes) return false;
      const std::string before = lower_ascii(text_of(n, time));
      const std::size_t change = last_part(before, names_of_changes),
                        published = last_part(before, names_of_publication);
      if (change != std::string::npos || published != std::string::npos)
        return change != std::string::npos && (published == std::string::npos || change > published);
      if (begins_with(lower_ascii(text), names_of_changes) || has_part(lower_ascii(text), last_changes)) return true;
    }
    return false;
  }

  bool is_of_event(NodeId n) const {
    return any_token(page_.attribute(n, "itemprop"), [](std::string_view name) {
      return name == "startDate" || name == "endDate" || name == "doorTime";
    });
  }

  bool has_time(const Line& run) const {
    for (NodeId n = run.begin; n < run.end; ++n)
      for (NodeId up = n; up != run.block && up != no_node; up = page_[up].parent)
        if (page_[up].tag == Tag::time) return true;
    return page_[run.block].tag == Tag::time;
  }

  bool is_called_date(const Line& run) const {
    NodeId n = page_[run.begin].parent;
    for (int levels = 0; levels < 3 && n != no_node; ++levels, n = page_[n].parent) {
      if (page_[n].tag == Tag::body || page_[n].tag == Tag::article || page_[n].tag == Tag::main) return false;
      if (has_part(lower_ascii(page_.attribute(n, "class").substr(0, 500)), names_of_dates)) return true;
    }
    return false;
  }

  void read_lines() {
    std::size_t offset = 0;
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const Line& line = lines_[i];
      if (headline_ != no_node) bound_zone(i, offset);
      offset += line.bytes;
      if (line.has_year && line.bytes <= max_line_bytes && !contains(headline_, line.begin)) read_line(i, offset);
    }
  }

  // [zone_begin_, zone_end_) are the nodes beside the headline.
  void bound_zone(std::size_t i, std::size_t offset) {
    const Line& line = lines_[i];
    const std::size_t bytes = line.bytes;
    if (line.begin < headline_) {
      zone_begin_ = lines_[i + 1 > lines_before ? i + 1 - lines_before : 0].begin;
      zone_end_ = page_.end_of(headline_);
      headline_offset_ = offset + bytes;
    } else if (contains(headline_, line.begin)) {
      zone_begin_ = std::min(zone_begin_, headline_);
      zone_end_ = page_.end_of(headline_);
      headline_offset_ = offset + bytes;
    } else if (!zone_closed_) {
      zone_closed_ = bytes >= paragraph_bytes || offset - headline_offset_ > bytes_after;
      if (!zone_closed_) zone_end_ = line.end;
    }
  }

  void read_line(std::size_t i, std::size_t offset) {
    const Line& run = lines_[i];
    if (has_time(run)) return;
    const std::string whole = text_of(run.begin, run.end), lower_whole = lower_ascii(whole);
    const std::string_view lower = without_change(lower_whole);
    if (lower.empty() || has_part(names(page_[run.begin].parent), names_of_changes)) return;
    const std::string_view text =
        std::string_view(whole).substr(static_cast<std::size_t>(lower.data() - lower_whole.data()), lower.size());
    constexpr std::size_t longest_word = 40;
    const bool is_posting = begins_with(lower_case(cut_utf8(text, longest_word)), posting_words);
    if (!is_posting && !is_called_date(run) && !begins_with_date(text)) return;
    if (is_among_event_labels(i)) return;
    add(run.begin, page_[run.begin].parent, text, {.offset = offset, .is_posting = is_posting});
  }

  // Whether a line close by says when or where something takes place: then the date is that of an event.
  bool is_among_event_labels(std::size_t i) const {
    constexpr std::size_t lines_around = 4, longest_label = 60;
    const std::size_t end = std::min(lines_.size(), i + lines_around + 1);
    for (std::size_t at = i > lines_around ? i - lines_around : 0; at < end; ++at)
      if (lines_[at].bytes <= longest_label &&
          is_label(lower_ascii(text_of(lines_[at].begin, lines_[at].end)), event_labels))
        return true;
    return false;
  }

  // "Monday, August 27, 2018 by Jo", "27/08/2018 – News", "Reuters 27 August 2018": the date is among the first words.
  // Not "Deadline: 27 August 2018", "Apply by 27 August 2018", nor the days of a life.
  static bool begins_with_date(std::string_view text) {
    constexpr std::size_t longest_date = 32;
    const std::string_view beginning = cut_utf8(text, longest_date);
    if (parse_date(beginning).empty() || count_years(text) > 1) return false;
    const std::string_view before = trim_space(beginning.substr(0, beginning.find_first_of("0123456789")));
    if (std::ranges::count(before, ' ') > 2) return false;
    if (before.ends_with(':') || before.ends_with("：")) return has_seconds(text);  // a label that is not known
    return !ends_with_small_word(before) || ends_with_day_or_month(before);
  }

  // "The council met on <time>27 August 2018</time>, and …": the date is in a sentence of the text.
  bool is_in_sentence(NodeId time) const {
    const auto line = std::ranges::upper_bound(lines_, time, {}, &Line::end);
    if (line == lines_.end() || line->begin > page_.end_of(time) || is_called_date(*line)) return false;
    const std::string whole = text_of(line->begin, line->end), before = text_of(line->begin, time);
    const std::string lower = lower_ascii(whole);
    return whole.ends_with('.') && ends_with_small_word(trim_space(before)) && !begins_with(lower, posting_words) &&
           !has_part(lower, names_of_publication);
  }

  // Whether another of the same look follows or comes before within an entry's length.
  bool is_listed(const ShownDate& date) const {
    return std::ranges::any_of(dates_, [&](const ShownDate& other) {
      const std::size_t distance = other.offset > date.offset ? other.offset - date.offset : date.offset - other.offset;
      return other.at != date.at && other.look == date.look && other.date != date.date &&
             distance < bytes_between_entries;
    });
  }

  const ShownDate* declared() const {
    const ShownDate* only = nullptr;
    bool differ = false;
    for (const ShownDate& date : dates_) {
      if (!date.is_declared) continue;
      if ((item_ != no_node && contains(item_, date.at)) || contains(article_, date.at)) return &date;
      differ = differ || (only && only->date != date.date);
      if (!only) only = &date;
    }
    return differ ? nullptr : only;
  }

  const ShownDate* beside_headline() const {
    const ShownDate* before = nullptr;
    for (const ShownDate& date : dates_) {
      if (date.at < zone_begin_ || date.at >= zone_end_ || is_listed(date)) continue;
      if (date.at >= headline_) return &date;
      before = &date;
    }
    return before;
  }

  const ShownDate* in_article() const {
    for (const ShownDate& date : dates_)
      if (date.is_time && contains(article_, date.at) && !is_listed(date) &&
          around(date.at, [&](NodeId n) { return page_[n].tag == Tag::article; }) == article_)
        return &date;
    return nullptr;
  }

  const ShownDate* only_one() const {
    const ShownDate* only = nullptr;
    for (const ShownDate& date : dates_) {
      if (only && only->date != date.date) return nullptr;
      if (!only && (date.is_time || date.is_posting)) only = &date;
    }
    return only;
  }

  const Document& page_;
  const NodeSet* ignored_;
  std::vector<Line> lines_;
  std::vector<ShownDate> dates_;  // in document order
  std::size_t read_ = 0;          // dates, with those outside
  NodeId headline_ = no_node, article_ = no_node, item_ = no_node;
  NodeId zone_begin_ = no_node, zone_end_ = 0;
  std::size_t headline_offset_ = 0;
  bool zone_closed_ = false;
};

}  // namespace

std::string visible_date(const Document& document, std::string_view title, const NodeSet* ignored) {
  return DateFinder(document, title, ignored).find();
}

}  // namespace pith
