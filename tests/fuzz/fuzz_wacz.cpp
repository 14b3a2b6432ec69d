// WACZ files: hostile zip directories, and the WARC files in them.
#include <cstddef>
#include <cstdint>

#include "tests/fuzz/read_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return pith::fuzz::read_input("wacz", data, size, (1 << 20) + 100 * size);
}
