// What one kind of source says about a page, before the kinds are weighed against each other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith {

// Values have white space collapsed and are at most 2,000 bytes; dates are ISO 8601 already, URLs as written. The first
// value found stays.
struct MetadataFields {
  std::string title, published, modified, language, description, site_name, image, licence;
  std::vector<std::string> authors, tags, categories;
};

inline constexpr std::size_t max_metadata_bytes = 2000;

// White space is collapsed, and it is cut to max_metadata_bytes.
std::string metadata_text(std::string_view text);

// Sets a field that is still empty.
void set_if_empty(std::string& field, std::string_view text);

// The same for what a page declares in attributes: escapes that are left in it are decoded.
void set_declared_if_empty(std::string& field, std::string_view text);

// The same with the date in the text, if it has one.
void set_date_if_empty(std::string& field, std::string_view text);

// Adds a person's name from a by-line or a meta element, once, without "by" before it and without what follows it, such
// as a date. Skips what is not a name (URLs, mail addresses, @handles, dates, over 120 bytes, no letter), and
// everything after the 20th name.
void add_author(std::vector<std::string>& authors, std::string_view text);

// How many bytes of the text are words that lead to a name, as "By" does; 0: none.
std::size_t lead_of_byline(std::string_view text);

// Adds the names in a by-line that only its words tell: "By Ann Other and Bob Bond, editors | 4 March". Names have two to
// six capitalised words, apart from "van", "de" and the like, so that a sentence that begins with "by" has none. Any
// letter that is not ASCII passes for a capital.
void add_written_authors(std::vector<std::string>& authors, std::string_view text);

// Adds the terms of a list such as "ships, sails; knots", each once. Skips those over 100 bytes, and everything after the
// 50th.
void add_terms(std::vector<std::string>& terms, std::string_view list);

// Whether the text only introduces a name: "by", "Posted by:".
bool leads_to_name(std::string_view text);

}  // namespace pith
