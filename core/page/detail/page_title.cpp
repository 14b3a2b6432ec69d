#include "core/page/detail/page_title.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/base/stable_hash.h"
#include "core/page/detail/dates.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::size_t max_separators = 20;
constexpr std::array<std::string_view, 14> separators = {" | ", " - ", " – ", " — ",  " · ", " • ", " » ",
                                                         " « ", " › ", " ‹ ", " :: ", " : ", " / ", ": "};

struct Separator {
  std::size_t begin, end;
};

std::vector<Separator> separators_of(std::string_view title) {
  std::vector<Separator> found;
  for (std::size_t i = 0; i < title.size() && found.size() < max_separators; ++i) {
    if (title[i] != ' ' && title[i] != ':') continue;
    const auto at = std::find_if(separators.begin(), separators.end(),
                                 [&](std::string_view separator) { return title.substr(i).starts_with(separator); });
    if (at == separators.end()) continue;
    found.push_back({i, i + at->size()});
    i += at->size() - 1;
  }
  return found;
}

// Letters and digits in one case, so that two ways to write a name compare equal. "C", "C++" and "C#" are three names.
std::u32string key_of(std::string_view text) {
  std::u32string key;
  bool in_word = false;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(text.size());) {
    UChar32 c;
    U8_NEXT(text.data(), i, static_cast<std::int32_t>(text.size()), c);
    in_word = c >= 0 && (u_isalnum(c) || (in_word && (c == '+' || c == '#')));
    if (in_word) key += static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT));
  }
  return key;
}

// "www.example.co.uk" → "example": the longest label is nearly always the name.
std::string_view longest_label(std::string_view host) {
  std::string_view longest;
  while (!host.empty()) {
    const std::size_t end = std::min(host.find('.'), host.size());
    if (end > longest.size()) longest = host.substr(0, end);
    host.remove_prefix(std::min(end + 1, host.size()));
  }
  return longest;
}

// Words that sites add to their names.
constexpr std::array<std::u32string_view, 16> site_words = {
    U"blog",     U"board",  U"docs", U"documentation", U"forum", U"forums", U"magazine", U"news",
    U"official", U"online", U"shop", U"site",          U"store", U"the",    U"website",  U"wiki"};

// Whether the host is named after it: "Arch Linux Forums" after bbs.archlinux.org, "Rust Blog" after blog.rust-lang.org.
bool names_host(std::string_view part, std::string_view host) {
  constexpr std::size_t least = 4;
  std::u32string name;
  for (const std::string_view word : word_runs(part)) {
    const std::u32string key = key_of(word);
    if (std::ranges::find(site_words, key) == site_words.end()) name += key;
  }
  const auto is_most_of = [](const std::u32string& a, const std::u32string& b) {
    return a.size() >= least && 2 * a.size() >= b.size() && b.find(a) != std::u32string::npos;
  };
  while (!name.empty() && host.find('.') != std::string_view::npos) {
    const std::u32string label = key_of(host.substr(0, host.find('.')));
    if (name == label || is_most_of(name, label) || is_most_of(label, name)) return true;
    host.remove_prefix(host.find('.') + 1);
  }
  return false;
}

}  // namespace

std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings, std::span<const std::string> lower_headings,
                               std::span<const std::string> of_site) {
  title = trim_space(title);
  const std::vector<Separator> found = separators_of(title);
  const std::string_view parenthesis = parenthesis_at_end(title);
  if (found.empty() && parenthesis.empty()) return std::string(title);

  std::vector<std::u32string> names = {key_of(site_name), key_of(host), key_of(longest_label(host))};
  if (host.starts_with("www.")) names.push_back(key_of(host.substr(4)));
  for (const std::string& name : of_site) names.push_back(key_of(name));
  const auto names_site = [&](std::string_view part) {
    const std::u32string key = key_of(part);
    return key.size() > 1 && std::find(names.begin(), names.end(), key) != names.end();
  };
  if (!parenthesis.empty() && (names_site(parenthesis) || names_host(parenthesis, host)))
    return std::string(trim_space(title.substr(0, title.size() - parenthesis.size() - 2)));
  if (found.empty()) return std::string(title);
  for (std::size_t i = 0; i <= found.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : found[i - 1].end;
    const std::size_t end = i == found.size() ? title.size() : found[i].begin;
    if (names_site(title.substr(begin, end - begin)))
      return std::string(i == 0 ? title.substr(found[0].end) : title.substr(0, found[i - 1].begin));
  }
  // A site's name may contain a separator.
  for (const Separator& separator : found) {
    if (names_site(title.substr(separator.end))) return std::string(title.substr(0, separator.begin));
    if (names_site(title.substr(0, separator.begin))) return std::string(title.substr(separator.end));
  }

  if (names_host(title.substr(found.back().end), host)) return std::string(title.substr(0, found.back().begin));

  const auto is_one_of = [](std::span<const std::string> names_of_page, std::string_view part) {
    const std::u32string key = key_of(part);
    return !key.empty() && std::any_of(names_of_page.begin(), names_of_page.end(),
                                       [&](const std::string& name) { return key_of(name) == key; });
  };
  const auto is_heading = [&](std::string_view part) { return is_one_of(headings, part); };
  if (is_heading(title)) return std::string(title);
  for (auto i = found.rbegin(); i != found.rend(); ++i)
    if (is_heading(title.substr(0, i->begin))) return std::string(title.substr(0, i->begin));
  for (const Separator& separator : found) {
    if (!is_heading(title.substr(separator.end))) continue;
    const std::string_view before = title.substr(0, separator.begin);
    return std::string(is_one_of(lower_headings, before) ? before : title.substr(separator.end));
  }
  return std::string(title);
}

std::vector<std::string_view> title_parts(std::string_view title) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (const Separator& separator : separators_of(title)) {
    if (title[separator.begin] == ':') continue;
    parts.push_back(title.substr(begin, separator.begin - begin));
    begin = separator.end;
  }
  parts.push_back(title.substr(begin));
  return parts;
}

std::string_view parenthesis_at_end(std::string_view title) {
  title = trim_space(title);
  const std::size_t open = title.rfind(" (");
  if (!title.ends_with(')') || open == std::string_view::npos || open == 0) return {};
  return title.substr(open + 2, title.size() - open - 3);
}

std::string_view before_in_title(std::string_view title, std::string_view heading) {
  title = trim_space(title);
  const std::u32string key = key_of(heading);
  if (key.empty()) return {};
  for (const Separator& separator : separators_of(title))
    if (key_of(title.substr(separator.end)) == key) return title.substr(0, separator.begin);
  return {};
}

bool is_same_name(std::string_view a, std::string_view b) { return key_of(a) == key_of(b); }

std::uint64_t name_hash(std::string_view name) {
  std::uint64_t hash = 0;
  for (const char32_t letter : key_of(name)) hash = mix(hash, letter);
  return hash;
}

namespace {

constexpr std::size_t max_heading_bytes = 200;
constexpr float least_likeness = 0.3f;

std::vector<std::uint64_t> distinct_words(std::string_view text) {
  constexpr std::size_t most = 200;
  std::vector<std::uint64_t> words;
  append_word_hashes(words, text, most);
  std::ranges::sort(words);
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

// Dice's coefficient of their words.
float likeness(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b) {
  if (a.empty() || b.empty()) return 0;
  const auto common = std::ranges::count_if(a, [&](std::uint64_t word) { return std::ranges::binary_search(b, word); });
  return 2 * static_cast<float>(common) / static_cast<float>(a.size() + b.size());
}

class TitleFinder {
 public:
  explicit TitleFinder(const PageNames& names) : names_(names) {
    for (const std::string_view name : {names.site_name, names.host, longest_label(names.host)}) add(name);
    if (names.host.starts_with("www.")) add(names.host.substr(4));
    for (const std::string& name : names.of_site) add(name);
  }

  std::string find() const {
    if (names_.is_home) return of_home();
    std::string title = without_site(names_.declared);
    if (is_of_site(title) || is_cut(title)) title = without_site(names_.shown);
    if (is_of_site(title)) title.clear();
    const std::string_view heading = like(title);
    if (!heading.empty() && !is_part(heading, title))
      return is_more(heading, title) ? title : std::string(trim_space(heading));
    return may_be_title(names_.of_content, title) ? std::string(names_.of_content) : title;
  }

  std::string other_than(std::string_view title) const {
    if (names_.shown == title || names_.is_home) return {};
    std::vector<std::uint64_t> words;
    std::string other;
    for (const std::string_view part : title_parts(trim_space(names_.shown))) {
      if (part == title || is_of_site(part)) continue;  // of nearly all pages: no words are compared
      if (words.empty()) words = distinct_words(title);
      if (std::ranges::includes(words, distinct_words(part)) || names_host(part, names_.host)) continue;
      if (!other.empty()) other += " - ";
      other += part;
    }
    return other;
  }

 private:
  void add(std::string_view name) {
    if (std::u32string key = key_of(name); key.size() > 1) site_.push_back(std::move(key));
  }

  bool is_of_site(std::string_view text) const { return std::ranges::find(site_, key_of(text)) != site_.end(); }

  // Whether the heading is less than half of the title.
  static bool is_part(std::string_view heading, std::string_view title) {
    const std::u32string of_heading = key_of(heading), of_title = key_of(title);
    return 2 * of_heading.size() < of_title.size() && of_title.find(of_heading) != std::u32string::npos;
  }

  // Whether the heading is the title after a section's name, or before a date.
  static bool is_more(std::string_view heading, std::string_view title) {
    const std::u32string of_heading = key_of(heading), of_title = key_of(title);
    if (of_title.empty() || of_heading.size() <= of_title.size()) return false;
    const std::size_t at = of_heading.find(of_title);
    return at != std::u32string::npos &&
           (at > 0 || !parse_date(heading.substr(std::min(heading.size(), title.size()))).empty());
  }

  // Whether <title> begins with it and goes on: "A title that is too lon...".
  bool is_cut(std::string_view title) const {
    for (const std::string_view end : {"...", "…"})
      if (title.ends_with(end))
        return names_.shown.starts_with(trim_space(title.substr(0, title.size() - end.size()))) &&
               names_.shown.size() > title.size();
    return false;
  }

  // Several parts may be the site's: "Page - Forum | Site".
  std::string without_site(std::string_view title) const {
    std::string out(trim_space(title));
    for (std::size_t before = out.size() + 1; out.size() < before;) {
      before = out.size();
      out = title_without_site(out, names_.site_name, names_.host, names_.headings, names_.lower_headings,
                               names_.of_site);
      if (names_.of_site.empty()) break;
    }
    return out;
  }

  // The <h1> that says most of it. If there is no title, the only <h1> that is not the site's.
  std::string_view like(std::string_view title) const {
    if (names_.headings.empty()) return {};
    const std::vector<std::uint64_t> words = distinct_words(title), shown = distinct_words(names_.shown);
    std::string_view best, only;
    float best_likeness = least_likeness;
    std::size_t count = 0;
    for (const std::string& heading : names_.headings) {
      if (!may_be_title(heading, title)) continue;
      ++count;
      only = heading;
      const std::vector<std::uint64_t> of_heading = distinct_words(heading);
      const float like = std::max(likeness(of_heading, words), likeness(of_heading, shown));
      if (like <= best_likeness) continue;
      best = heading;
      best_likeness = like;
    }
    return !best.empty() || !title.empty() || count != 1 ? best : only;
  }

  bool may_be_title(std::string_view heading, std::string_view title) const {
    return !heading.empty() && heading.size() <= max_heading_bytes && !is_of_site(heading) &&
           !is_other_part(heading, title);
  }

  // Whether it is what <title> says beside the page's title: its section, or the site under another name.
  bool is_other_part(std::string_view heading, std::string_view title) const {
    const std::vector<std::string_view> parts = title_parts(names_.shown);
    if (parts.size() < 2 || title.empty()) return false;
    return std::ranges::any_of(parts, [&](std::string_view part) {
      return is_same_name(part, heading) && key_of(title).find(key_of(part)) == std::u32string::npos;
    });
  }

  std::string of_home() const {
    static const std::u32string generic[] = {U"home",   U"homepage", U"welcome", U"index", U"startseite",   U"accueil",
                                             U"inicio", U"início",   U"главная", U"start", U"strona główna"};
    const std::string_view title = trim_space(names_.shown.empty() ? names_.declared : names_.shown);
    for (const std::string_view part : title_parts(title))
      if (is_of_site(part) && std::ranges::any_of(title_parts(title), [&](std::string_view other) {
            return std::ranges::find(generic, key_of(other)) != std::end(generic);
          }))
        return std::string(part);
    if (std::ranges::find(generic, key_of(title)) != std::end(generic) && !names_.site_name.empty())
      return std::string(names_.site_name);
    return std::string(title);
  }

  const PageNames& names_;
  std::vector<std::u32string> site_;  // keys of the site's names
};

}  // namespace

PageTitles titles_of(const PageNames& names) {
  const TitleFinder finder(names);
  PageTitles out{.title = finder.find(), .other = {}};
  out.other = finder.other_than(out.title);
  return out;
}

}  // namespace pith
