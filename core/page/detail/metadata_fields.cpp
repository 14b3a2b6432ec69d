#include "core/page/detail/metadata_fields.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/dom/character_references.h"
#include "core/page/detail/dates.h"
#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

constexpr std::size_t max_name_bytes = 120;
constexpr std::size_t max_authors = 20;

bool starts_with_word(std::string_view text, std::string_view lower_case_prefix) {
  return text.size() > lower_case_prefix.size() &&
         equals_ignoring_case(text.substr(0, lower_case_prefix.size()), lower_case_prefix);
}

std::string_view bare_name(std::string_view name) {
  static constexpr std::array<std::string_view, 19> leads = {"by ",
                                                             "by: ",
                                                             "written by ",
                                                             "posted by ",
                                                             "published by ",
                                                             "author: ",
                                                             "authors: ",
                                                             "author ",
                                                             "autor: ",
                                                             "von ",
                                                             "von: ",
                                                             "par ",
                                                             "por ",
                                                             "di ",
                                                             "door ",
                                                             "von\xc2\xa0",
                                                             "text: ",
                                                             "words by ",
                                                             "view all posts by "};
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

// What may come before a date.
constexpr std::array<std::string_view, 23> date_leads = {
    "on",  "am",  "at",  "den", "le",     "updated", "published", "posted",   "date",   "mon",      "tue",   "wed",
    "thu", "fri", "sat", "sun", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};

// The name without a date at its end and the words before the date: "Ann Other, 4 March 2025", "Ann Other on
// 2025-03-04". Empty if all of it is a date.
std::string_view without_date(std::string_view name) {
  constexpr std::size_t longest = 300;
  if (name.size() > longest || name.find_first_of("0123456789") == std::string_view::npos) return name;
  const std::string date = parse_date(name);
  if (date.empty()) return name;
  std::size_t begin = 0;  // of the last word at which the same date begins
  for (std::size_t at = 0; at != std::string_view::npos; at = name.find(' ', at + 1))
    if (parse_date(name.substr(at)) == date) begin = at;
  name = name.substr(0, begin);
  while (true) {
    while (!name.empty() && !is_letter_byte(name.back())) name.remove_suffix(1);
    if (name.empty()) return name;
    const std::size_t space = name.rfind(' ');
    const std::string word = lower_ascii(name.substr(space == std::string_view::npos ? 0 : space + 1));
    if (std::find(date_leads.begin(), date_leads.end(), word) == date_leads.end()) return name;
    name.remove_suffix(word.size());
  }
}

bool is_name(std::string_view name) {
  if (name.empty() || name.size() > max_name_bytes) return false;
  if (name.find('@') != std::string_view::npos || name.find("://") != std::string_view::npos) return false;
  return std::any_of(name.begin(), name.end(), is_letter_byte) && !leads_to_name(name);
}

constexpr std::string_view written_leads[] = {
    "by",       "written by", "posted by", "published by", "words by", "story by", "text by",  "von",
    "par",      "por",        "door",      "av",           "af",       "author:",  "authors:", "autor:",
    "autorin:", "autore:",    "auteur:",   "text:",        "by:",      "автор:"};
constexpr std::string_view name_particles[] = {"de",  "da",  "di",  "del", "della", "dos", "du",  "la", "le", "van",
                                               "von", "der", "den", "ter", "al",    "bin", "ibn", "y",  "e"};
constexpr std::string_view between_names[] = {"and", "und", "et", "&", "en", "och", "og", "и"};

template <std::size_t size>
bool is_among(std::string_view word, const std::string_view (&words)[size]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

bool begins_with_capital(std::string_view word) {
  const auto first = static_cast<unsigned char>(word.front());
  return (first >= 'A' && first <= 'Z') || first >= 0xC3;
}

// Templates often escape once more what they write into attributes and by-lines.
std::string declared_text(std::string_view text) {
  return metadata_text(decode_character_references(cut_utf8(text, 4 * max_metadata_bytes)));
}

}  // namespace

std::string metadata_text(std::string_view text) {
  std::string collapsed = collapse_space(text);
  collapsed.resize(cut_utf8(collapsed, max_metadata_bytes).size());
  return collapsed;
}

void set_if_empty(std::string& field, std::string_view text) {
  if (field.empty()) field = metadata_text(text);
}

void set_declared_if_empty(std::string& field, std::string_view text) {
  if (field.empty()) field = declared_text(text);
}

void set_date_if_empty(std::string& field, std::string_view text) {
  if (field.empty()) field = parse_date(text);
}

void add_author(std::vector<std::string>& authors, std::string_view text) {
  if (authors.size() >= max_authors) return;
  const std::string collapsed = declared_text(text);
  const std::string_view name = bare_name(without_date(bare_name(collapsed)));
  if (!is_name(name) || std::find(authors.begin(), authors.end(), name) != authors.end()) return;
  authors.emplace_back(name);
}

void add_written_authors(std::vector<std::string>& authors, std::string_view text) {
  const std::size_t lead = lead_of_byline(text);
  if (lead == 0) return;
  constexpr std::size_t fewest = 2, most = 6, most_behind = 8;
  std::vector<std::string> names;
  std::string name;
  std::size_t words = 0, behind = 0;
  const auto end_name = [&] {
    if (words >= fewest && words <= most) names.push_back(std::exchange(name, {}));
    name.clear();
    words = 0;
  };
  bool in_names = true;
  each_part(text.substr(lead), ascii_spaces, [&](std::string_view word) {
    behind += !in_names;
    if (!in_names) return;
    const bool ends = std::string_view(",;|(").find(word.back()) != std::string_view::npos;
    std::string_view bare = ends ? word.substr(0, word.size() - 1) : word;
    const bool is_particle = words > 0 && is_among(bare, name_particles);
    const bool is_part = !bare.empty() && bare.find_first_of("0123456789:/@|") == std::string_view::npos &&
                         (begins_with_capital(bare) || is_particle);
    if (is_part) {
      name.append(name.empty() ? "" : " ").append(bare);
      ++words;
      in_names = !ends;
    } else if (words > 0 && is_among(word, between_names)) {
      end_name();
    } else {
      in_names = false;
      ++behind;
    }
  });
  end_name();
  if (behind > most_behind) return;
  for (const std::string& found : names) add_author(authors, found);
}

void add_terms(std::vector<std::string>& terms, std::string_view list) {
  constexpr std::size_t most_terms = 50, longest_list = 8 * max_metadata_bytes, longest_term = 100;
  list = cut_utf8(list, longest_list);
  while (!list.empty() && terms.size() < most_terms) {
    const std::size_t end = std::min(list.find_first_of(",;"), list.size());
    const std::string term = declared_text(list.substr(0, end));
    const auto is_term = [&](const std::string& other) { return equals_ignoring_case(other, term); };
    if (!term.empty() && term.size() <= longest_term && std::ranges::none_of(terms, is_term)) terms.push_back(term);
    list.remove_prefix(std::min(end + 1, list.size()));
  }
}

std::size_t lead_of_byline(std::string_view text) {
  // Most texts begin with none of their letters; the last is half of a Cyrillic one.
  if (text.empty() || std::string_view("bwpstvdaBWPSTVDA\xD0").find(text.front()) == std::string_view::npos) return 0;
  for (const std::string_view lead : written_leads)
    if (equals_ignoring_case(text.substr(0, lead.size()), lead) &&
        (text.size() == lead.size() || ascii_spaces.find(text[lead.size()]) != std::string_view::npos))
      return lead.size();
  return 0;
}

bool leads_to_name(std::string_view text) {
  const std::string with_name = collapse_space(text) + " x";
  return bare_name(with_name) == "x";
}

}  // namespace pith
