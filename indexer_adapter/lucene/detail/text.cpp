#include "indexer_adapter/lucene/detail/text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>

#include "core/text/encoding.h"

namespace pith::index {

static_assert(sizeof(wchar_t) == 4, "one wchar_t is one code point");

std::wstring widen(std::string_view utf8) {
  const auto size = static_cast<std::int64_t>(utf8.size());
  std::wstring wide;
  wide.reserve(utf8.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c;
    U8_NEXT_OR_FFFD(utf8.data(), i, size, c);
    wide += static_cast<wchar_t>(c);
  }
  return wide;
}

std::wstring to_wide(std::string_view text) {
  // Most words of most pages: text in which nothing needs mending.
  if (std::ranges::all_of(text, [](char c) { return c > 0; })) return {text.begin(), text.end()};
  std::wstring wide = widen(to_nfc(sanitize_utf8(text)));
  for (wchar_t& c : wide)
    if (c == 0 || U_IS_UNICODE_NONCHAR(static_cast<UChar32>(c))) c = 0xFFFD;
  return wide;
}

std::string to_utf8(std::wstring_view text) {
  std::string utf8;
  utf8.reserve(text.size());
  for (const wchar_t wide : text) {
    UChar32 c = static_cast<UChar32>(wide);
    if (c < 0 || c > 0x10FFFF || U_IS_SURROGATE(c)) c = 0xFFFD;
    char bytes[4];
    int size = 0;
    U8_APPEND_UNSAFE(bytes, size, c);
    utf8.append(bytes, static_cast<std::size_t>(size));
  }
  return utf8;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 80;
  const bool whole = text.size() <= longest;
  std::string quoted = to_utf8(to_wide(text.substr(0, longest)));
  for (char& c : quoted)
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  return "\"" + quoted + (whole ? "\"" : "…\"");
}

}  // namespace pith::index
