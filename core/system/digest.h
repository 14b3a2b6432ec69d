// SHA-256, for "the same bytes?".
#pragma once

#include <string>
#include <string_view>

namespace pith {

// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view bytes);

}  // namespace pith
