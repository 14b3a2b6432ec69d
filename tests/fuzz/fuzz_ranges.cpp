// Pieces of WARC and ARC files: hostile, damaged and cut. Their places can be any.
#include <cstddef>
#include <cstdint>
#include <limits>

#include "tests/fuzz/read_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return pith::fuzz::read_input("ranges", data, size, std::numeric_limits<std::size_t>::max());
}
