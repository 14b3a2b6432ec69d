// What is known of every key of the configuration (keys.def). Validation, `pith config init|check|show`, per-site
// overrides and command-line overrides all use this list.
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

// The value of any key. Sizes and counts of every width are long here.
using Value =
    std::variant<bool, long, double, std::string, std::vector<std::string>, std::map<std::string, std::string>,
                 std::map<std::string, double>, std::map<std::string, Parameters>>;

// Returns the member of Settings for a key; its type is the key's type.
using Member =
    std::variant<bool& (*)(Settings&), long& (*)(Settings&), std::size_t& (*)(Settings&), std::uint32_t& (*)(Settings&),
                 double& (*)(Settings&), std::string& (*)(Settings&), std::vector<std::string>& (*)(Settings&),
                 std::map<std::string, std::string>& (*)(Settings&), std::map<std::string, double>& (*)(Settings&),
                 std::map<std::string, Parameters>& (*)(Settings&)>;

enum class Type { flag, whole, fraction, text, texts, text_map, number_map, parameters };

// What a text, or each text of a list, must be. For maps this applies to the values; `entries` says what the keys must
// be.
enum class Content {
  any,          // not empty, no control characters
  name,         // as any, but may be empty
  choice,       // one of Key::choices
  path,         // a directory; a relative one starts from the directory of the configuration file
  file,         // a file, likewise; may be empty outside of lists
  url,          // absolute, http or https
  selector,     // CSS, as core/dom/selector.h supports it
  extractor,    // a name from core/extract/registry.h
  analyzer,     // auto, standard or a language code
  host,         // as in a Host header: a name, perhaps with a port
  origin,       // as in an Origin header, or *; outside of lists no *, but it may be empty
  base_path,    // begins with / and does not end with one; may be empty
  url_pattern,  // config/url_pattern.h
};
enum class Entries { none, fields, text_fields, languages, extractors };

// What must be redone when a key's value changes.
enum class Affects {
  nothing,     // nothing that is stored
  documents,   // the documents in the index, from the same extractions
  extraction,  // the extractions, and so their documents
  choice,      // which pages are indexed
};

struct Key {
  std::string_view path;  // "siblings.n": section, then name; sections may be nested
  Member member;
  Affects affects;
  std::string_view meaning;         // one line
  std::string_view unit = {};       // what a number counts; "bytes": sizes such as 512MB are allowed
  bool per_site = false;            // allowed under `sites:`
  double minimum = 0, maximum = 0;  // for numbers
  std::vector<std::string_view> choices = {};
  Content content = Content::any;
  Entries entries = Entries::none;

  Type type() const;
  bool is_map() const { return type() >= Type::text_map; }
};

// Every key, in the order in which files and lists show them; the keys of a section are together.
std::span<const Key> keys();

// nullptr if no key has this path.
const Key* find_key(std::string_view path);

// Whether this path has keys below it: "siblings", "extract.limits".
bool is_section(std::string_view path);

// What a top-level section is for, in one line; empty if there is no such section.
std::string_view section_meaning(std::string_view section);

// The names of Pith's index fields (core/base/index_fields.def), which are the keys of index.fields; and those of the
// text fields, which are the keys of index.boosts.
std::span<const std::string_view> index_fields();
std::span<const std::string_view> text_fields();

// Whether searches use any field: a text field that is in the index and has a boost over 0.
bool searches_some_field(const Index& index);

// Two fields share a name in the index, or one uses a name that is reserved for the lengths of another (NAME.words).
// `fields` is Settings::index.fields, which replace the fields' own names. The result is the configured field at fault,
// and what is wrong.
struct NameClash {
  std::string field, what;
};
std::optional<NameClash> find_name_clash(const std::map<std::string, std::string>& fields);

Value get(const Settings& settings, const Key& key);

// Merges another value of the same type into `value`. The entries of a map are added to the existing ones (a configured
// boost keeps the other defaults); anything else, lists too, is replaced.
void merge(Value& value, const Value& other);

// Merges `value`, which must have the key's type and be in its range, into the key's member.
void put(Settings& settings, const Key& key, const Value& value);

}  // namespace pith::config
