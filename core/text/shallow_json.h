// JSON from outside, before it becomes a tree.
#pragma once

#include <cstddef>
#include <string_view>

namespace pith {

inline constexpr std::size_t max_json_depth = 64;

// What a tree of the text would have at most, found without making one. Counts brackets and commas outside of strings,
// so any bytes will do. O(bytes).
struct JsonSize {
  std::size_t depth = 0;    // of arrays and objects; beyond max_json_depth, counting ends
  std::size_t values = 0;   // of any kind
  std::size_t members = 0;  // of the largest object: ordered_json looks each new one up among all
};
JsonSize json_size(std::string_view text);

// Whether no array or object nests deeper than max_json_depth. nlohmann-json parses any depth, but copies, compares and
// writes recursively: deep documents overflow the stack.
bool is_shallow_json(std::string_view text);

// Parsed by nlohmann's `Json`; discarded (is_discarded()) if the text is not JSON, or not shallow.
template <typename Json>
Json parse_shallow_json(std::string_view text) {
  if (!is_shallow_json(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, /*allow_exceptions=*/false);
}

}  // namespace pith
