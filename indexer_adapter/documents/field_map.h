// The fields of a Pith document. What the writer stores, what a search looks at and what `index.fields` may name follow
// from one list, core/base/index_fields.def.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::index {

enum class Field : std::uint8_t {
#define PITH_INDEX_FIELD(field, name, kind, stored, boost, meaning) field,
#include "core/base/index_fields.def"
#undef PITH_INDEX_FIELD
  count_
};

enum class FieldKind : std::uint8_t {
  text,     // analysed
  keyword,  // one term, unchanged
  date,     // stored as ISO 8601; indexed as its digits ("20240531100000"), which sort and range as a keyword
  number,   // a double, for NumericRangeQuery
  derived,  // not in the index: searches read it from another field (source_of)
  packed,   // not searchable; stored as Lucene::CompressionTools::compress gives its UTF-8
};

struct FieldInfo {
  Field field;
  std::string_view name;  // in queries, and in the index unless a FieldMap says otherwise
  FieldKind kind;
  bool stored;
  double boost;  // weight in a search that names no field; 0: looked at only when named
  std::string_view meaning;
};

// All fields, in the order of the enumeration.
std::span<const FieldInfo> fields();
const FieldInfo& info_of(Field field);
// The field of the index from which a search reads this one: itself, or `url` for `host`.
constexpr Field source_of(Field field) { return field == Field::host ? Field::url : field; }
// nullptr if Pith has no such field.
const FieldInfo* find_field(std::string_view name);
// The field most likely meant, or nullptr.
const FieldInfo* nearest_field(std::string_view name);
// 'unknown field "titel"; did you mean "title"?': code unknown_field.
Error unknown_field(std::string_view name, std::string_view where);

// The field that holds the number of words of a text field, both by their names in the index.
std::string words_name(std::string_view text_field);

// The field of inbound texts that holds the number of pages that link to the page, from the name of `inbound` in the
// index.
std::string links_name(std::string_view inbound);

// The field that holds one more than the number of segments in the path of a page's URL, from the name of `url` in the
// index. Documents of older versions lack it.
std::string depth_name(std::string_view url);

// The documents of Pith's in an index.
enum class DocumentKind : std::uint8_t {
  page,
  site_template,  // what the pages of a site repeat
  inbound_texts,  // what other pages say of one
};

inline constexpr std::size_t document_kinds = 3;

// The value of `generator` in all documents of this kind; it distinguishes them from others in the same index. The
// documents of a page, a template and inbound texts also have this value, a space, and their key: URL, site, URL.
std::string_view generator_name(DocumentKind kind);

// The fields of inbound texts. They belong to the page, but are in a document of their own, since they change whenever
// other pages do.
constexpr bool is_inbound_text(Field field) { return field == Field::inbound || field == Field::ancestors; }

// Whether a match counts less in a long text of this field. Each heading stands for a section: a page with many
// sections is not less about each of them.
constexpr bool length_counts(Field field) { return field != Field::headings; }

// What Pith's fields are called in an index that somebody else designed; derived fields have no name there. Immutable,
// cheap to copy.
class FieldMap {
 public:
  // Every field under its own name, without `asides`: an index has them only if somebody asks for them.
  FieldMap();

  // Pith's field → name in the index, "" leaves the field out; fields not named are as in FieldMap(). Errors:
  //   unknown_field   a key that is not a field of Pith; names the nearest
  //   required_field  `url` or `generator` left out: a page could not be replaced without them
  //   field_clash     two fields under one name, or one under that of a text field's lengths (words_name), of
  //                   links_name or of depth_name
  static Result<FieldMap> make(const std::map<std::string, std::string>& names);

  // The name in the index; empty if the field is left out.
  const std::string& operator[](Field field) const { return names_[static_cast<std::size_t>(field)]; }
  bool has(Field field) const { return !(*this)[field].empty(); }

 private:
  std::optional<Error> clash() const;

  std::array<std::string, static_cast<std::size_t>(Field::count_)> names_;
};

}  // namespace pith::index
