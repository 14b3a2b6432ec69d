// Compounds that a language writes as one word: "badrumsrenovering".
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pith::index {

// Whether one of these languages (codes) writes compounds as one word: German, Dutch, Swedish, Danish, Norwegian,
// Finnish, Hungarian.
bool writes_compounds(std::span<const std::string> languages);

// In how many documents a word is.
using DocumentsWith = std::function<int(std::wstring_view)>;

// The two words that a compound most likely consists of, by how many documents have them; empty if there are none. The
// first may have an ending that joins it to the second: "badrum-s-renovering". O(letters) calls.
std::vector<std::wstring> split_compound(std::wstring_view word, const DocumentsWith& documents);

}  // namespace pith::index
