#include "core/page/detail/page_title.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "core/text/white_space.h"

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

// Letters and digits in one case, so that two ways to write a name compare equal.
std::u32string key_of(std::string_view text) {
  std::u32string key;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(text.size());) {
    UChar32 c;
    U8_NEXT(text.data(), i, static_cast<std::int32_t>(text.size()), c);
    if (c >= 0 && u_isalnum(c)) key += static_cast<char32_t>(u_foldCase(c, U_FOLD_CASE_DEFAULT));
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

}  // namespace

std::string title_without_site(std::string_view title, std::string_view site_name, std::string_view host,
                               std::span<const std::string> headings, std::span<const std::string> lower_headings) {
  title = trim_space(title);
  const std::vector<Separator> found = separators_of(title);
  if (found.empty()) return std::string(title);

  std::vector<std::u32string> names = {key_of(site_name), key_of(host), key_of(longest_label(host))};
  if (host.starts_with("www.")) names.push_back(key_of(host.substr(4)));
  const auto names_site = [&](std::string_view part) {
    const std::u32string key = key_of(part);
    return key.size() > 1 && std::find(names.begin(), names.end(), key) != names.end();
  };
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

std::string_view before_in_title(std::string_view title, std::string_view heading) {
  title = trim_space(title);
  const std::u32string key = key_of(heading);
  if (key.empty()) return {};
  for (const Separator& separator : separators_of(title))
    if (key_of(title.substr(separator.end)) == key) return title.substr(0, separator.begin);
  return {};
}

bool is_same_name(std::string_view a, std::string_view b) { return key_of(a) == key_of(b); }

}  // namespace pith
