// UTF-8, one code point at a time.
#pragma once

#include <unicode/utf8.h>

#include <cstdint>
#include <string>

namespace pith {

// U+FFFD for numbers that are not a character: 0, surrogates, anything beyond U+10FFFF.
inline void append_code_point(std::string& out, std::uint32_t number) {
  const UChar32 c = number == 0 || number > 0x10ffff || U_IS_SURROGATE(number) ? 0xfffd : static_cast<UChar32>(number);
  char bytes[U8_MAX_LENGTH];
  std::int32_t size = 0;
  U8_APPEND_UNSAFE(bytes, size, c);
  out.append(bytes, static_cast<std::size_t>(size));
}

}  // namespace pith
