// Text between Pith (UTF-8) and Lucene++ (wchar_t, one code point each).
#pragma once

#include <string>
#include <string_view>

namespace pith::index {

// Converts any bytes to what the index holds: valid, NFC, and without NUL and non-characters (they become U+FFFD),
// which Lucene++ uses as markers. Lucene++'s own conversion gives an empty string for a single invalid byte. Valid NFC
// keeps its number of code points, so offsets stay valid.
std::wstring to_wide(std::string_view text);

// Valid UTF-8 code point by code point, nothing changed: for paths.
std::wstring widen(std::string_view utf8);

std::string to_utf8(std::wstring_view text);

// Text from outside, for one line of a message: cut after 80 bytes, valid UTF-8 without control characters.
std::string in_quotes(std::string_view text);

// What separates words in a query and is folded in snippets: control characters, and the spaces that people type.
constexpr bool is_space(wchar_t c) { return c <= L' ' || c == 0x7F || c == 0xA0 || c == 0x3000; }

}  // namespace pith::index
