// Frames, plain and gzip: hostile, damaged and cut.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/read_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return pith::fuzz::read_input("frames", data, size);
}
