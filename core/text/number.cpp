#include "core/text/number.h"

#include <cstddef>

namespace pith {

std::string human_count(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3 && digits[i - 4] != '-'; i -= 3) digits.insert(i - 3, ",");
  return digits;
}

std::string counted(std::int64_t count, std::string_view noun) {
  return human_count(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

}  // namespace pith
