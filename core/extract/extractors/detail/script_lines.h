// Characters of a script and other characters, line by line: what DANA and R2L share (Mohammadzadeh et al. 2011, §2.3).
#pragma once

#include <unicode/utf8.h>

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/dom/detail/source_lines.h"

namespace pith {

// Calls with each code point of the text.
template <typename F>
void each_code_point(std::string_view text, F&& visit) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    visit(static_cast<char32_t>(c < 0 ? 0 : c));
  }
}

struct ScriptLines {
  std::vector<std::uint32_t> script, other;  // characters, by line
};

// The text's characters for which in_script is true, and all others of text and code. All characters of tags are
// others: tag names are ASCII, and attributes are not text. O(text + lines).
template <typename InScript>
ScriptLines count_script(const Document& page, const SourceLines& source, InScript&& in_script) {
  ScriptLines out;
  out.script.resize(source.lines.size());
  for (const SourceLine& line : source.lines) out.other.push_back(line.text + line.code);
  for (const LinePiece& piece : source.pieces) {
    std::uint32_t count = 0;
    each_code_point(page.text(piece.node).substr(piece.begin, piece.size), [&](char32_t c) { count += in_script(c); });
    out.script[piece.line] += count;
    out.other[piece.line] -= count;
  }
  return out;
}

}  // namespace pith
