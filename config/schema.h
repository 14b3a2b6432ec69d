// The one list of all keys of the configuration.
//
// A key is added by one line in schema.cpp and one member in config.h. Validation, `pith config init|check|show`,
// per-site overrides and the command line's overrides are made from the list; no key is named anywhere else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "config/config.h"

namespace pith::config {

// A value of any key. Sizes and counts of every width are long here.
using Value =
    std::variant<bool, long, double, std::string, std::vector<std::string>, std::map<std::string, std::string>,
                 std::map<std::string, double>, std::map<std::string, Parameters>>;

// Gives the member of a Settings that a key stands for; its type is the key's type.
using Member =
    std::variant<bool& (*)(Settings&), long& (*)(Settings&), std::size_t& (*)(Settings&), std::uint32_t& (*)(Settings&),
                 double& (*)(Settings&), std::string& (*)(Settings&), std::vector<std::string>& (*)(Settings&),
                 std::map<std::string, std::string>& (*)(Settings&), std::map<std::string, double>& (*)(Settings&),
                 std::map<std::string, Parameters>& (*)(Settings&)>;

enum class Type { flag, whole, fraction, text, texts, text_map, number_map, parameters };

// What a text, or each text of a list, must be. In maps this is about the value; what the map's keys must be is in
// `entries`.
enum class Content {
  any,        // not empty, no control characters
  name,       // as any, but may be empty
  choice,     // one of Key::choices
  path,       // a directory; a relative one is resolved against the file it stands in
  url,        // absolute, http or https
  selector,   // CSS, as core/dom/selector.h takes it
  extractor,  // a name of core/extract/registry.h
  analyzer,   // auto, standard or a language code
  host,       // as a Host header has it: a name, perhaps with a port
  origin,     // as an Origin header has it, or *
};
enum class Entries { none, fields, text_fields, languages, extractors };

// What is to be made anew when a key's value changes.
enum class Affects {
  nothing,     // of what is kept
  documents,   // the index's documents, of the same extractions
  extraction,  // the extractions, and with them their documents
};

struct Key {
  std::string_view path;  // "siblings.n": section, then name; one section may lie in another
  Member member;
  Affects affects;
  std::string_view meaning;         // one line
  std::string_view unit = {};       // what a number counts; "bytes": sizes such as 512MB are taken
  bool per_site = false;            // may stand under `sites:`
  double minimum = 0, maximum = 0;  // of numbers
  std::vector<std::string_view> choices = {};
  Content content = Content::any;
  Entries entries = Entries::none;

  Type type() const;
  bool is_map() const { return type() >= Type::text_map; }
};

// Every key, in the order in which files and lists show them; the keys of a section stand together.
std::span<const Key> keys();

// nullptr if there is none.
const Key* find_key(std::string_view path);

// Whether keys lie below this path: "siblings", "extract.limits".
bool is_section(std::string_view path);

// What each top-level section is for, one line; empty if there is none of that name.
std::string_view section_meaning(std::string_view section);

// The names of Pith's index fields (core/base/index_fields.def): the keys of index.fields; and those of text, the keys
// of index.boosts.
std::span<const std::string_view> index_fields();
std::span<const std::string_view> text_fields();

// Whether searches look at any field: one of text that is in the index and has a boost over 0.
bool searches_some_field(const Index& index);

// Two of `fields` (Settings::index.fields, over every field's own name) under one name in the index, or one under a
// name that is kept for the lengths of another, NAME.words: the field that is at fault, of those given, and what is
// wrong.
struct NameClash {
  std::string field, what;
};
std::optional<NameClash> find_name_clash(const std::map<std::string, std::string>& fields);

Value get(const Settings& settings, const Key& key);

// What a value becomes by another of the same type: the entries of a map are added to those that are there (a
// configured boost leaves the other defaults standing); anything else, lists too, is replaced.
void merge(Value& value, const Value& other);

// Merges `value`, which must be of the key's type and in its range, into the key's member.
void put(Settings& settings, const Key& key, const Value& value);

}  // namespace pith::config
