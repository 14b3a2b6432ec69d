#include "core/metadata_fields.h"

#include <algorithm>
#include <array>

#include "core/dates.h"
#include "core/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_name_bytes = 120;
constexpr std::size_t max_authors = 20;

bool starts_with_word(std::string_view text, std::string_view lower_case_prefix) {
  return text.size() > lower_case_prefix.size() &&
         std::equal(lower_case_prefix.begin(), lower_case_prefix.end(), text.begin(),
                    [](char expected, char c) { return expected == (c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c); });
}

std::string_view bare_name(std::string_view name) {
  static constexpr std::array<std::string_view, 17> leads = {
      "by ",  "by: ",  "written by ", "posted by ", "published by ", "author: ", "authors: ",   "author ", "autor: ",
      "von ", "von: ", "par ",        "por ",       "di ",           "door ",    "von\xc2\xa0", "text: "};
  for (bool again = true; again;) {
    again = false;
    for (const std::string_view lead : leads) {
      if (!starts_with_word(name, lead)) continue;
      name = trim_space(name.substr(lead.size()));
      again = true;
    }
  }
  for (const std::string_view end : {" | ", " · ", " • ", " – ", " — ", " - ", " / "})
    name = name.substr(0, name.find(end));
  while (!name.empty() && std::string_view(",;:|-").find(name.back()) != std::string_view::npos)
    name = trim_space(name.substr(0, name.size() - 1));
  return name;
}

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > max_name_bytes) return false;
  if (name.find('@') != std::string_view::npos || name.find("://") != std::string_view::npos) return false;
  return std::any_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
  });
}

}  // namespace

std::string metadata_text(std::string_view text) {
  std::string folded = fold_space(text);
  folded.resize(cut_utf8(folded, max_metadata_bytes).size());
  return folded;
}

void set_if_empty(std::string& field, std::string_view text) {
  if (field.empty()) field = metadata_text(text);
}

void set_date_if_empty(std::string& field, std::string_view text) {
  if (field.empty()) field = parse_date(text);
}

void add_author(std::vector<std::string>& authors, std::string_view text) {
  if (authors.size() >= max_authors) return;
  const std::string folded = metadata_text(text);
  const std::string_view name = bare_name(folded);
  if (!is_name(name) || std::find(authors.begin(), authors.end(), name) != authors.end()) return;
  authors.emplace_back(name);
}

}  // namespace pith
