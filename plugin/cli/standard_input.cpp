#include "plugin/cli/standard_input.h"

#include <iostream>

namespace pith::cli {

bool read_standard_line(std::string& line, std::size_t most_bytes) {
  line.clear();
  auto& in = *std::cin.rdbuf();
  constexpr int end = std::char_traits<char>::eof();
  int c = in.sbumpc();
  if (c == end) return false;
  for (; c != end && c != '\n'; c = in.sbumpc())
    if (line.size() <= most_bytes) line += static_cast<char>(c);
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

}  // namespace pith::cli
