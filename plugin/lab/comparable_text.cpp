#include "plugin/lab/comparable_text.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <cstdint>

#include "core/text/ascii.h"
#include "core/text/encoding.h"

namespace pith::eval {

std::string comparable_text(std::string_view utf8) {
  if (std::none_of(utf8.begin(), utf8.end(), is_beyond_ascii)) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
  const auto size = static_cast<std::int64_t>(utf8.size());
  for (std::int64_t i = 0; i < size;) {
    const std::int64_t begin = i;
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    if (c < 0 || u_charType(c) != U_FORMAT_CHAR)
      out.append(utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(i - begin)));
  }
  return to_nfc(std::move(out));
}

}  // namespace pith::eval
