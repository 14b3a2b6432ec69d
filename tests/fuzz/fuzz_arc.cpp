// ARC files, plain and gzip: hostile, damaged and cut.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/read_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return pith::fuzz::read_input("arc", data, size);
}
