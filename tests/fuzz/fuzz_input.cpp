// An input, PITH_FUZZ_INPUT of inputs.def: hostile, damaged and cut files, plain and packed.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string_view>

#include "tests/fuzz/read_input.h"

namespace pith::ingest {
extern const Input PITH_FUZZ_INPUT;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const pith::ingest::Input& input = pith::ingest::PITH_FUZZ_INPUT;
  const std::string_view name = input.name;
  const bool places_elsewhere = name == "ranges" || name == "cdx" || name == "wacz";  // in files that it names
  return pith::fuzz::read_input(input, data, size, places_elsewhere ? std::numeric_limits<std::size_t>::max() : size);
}
