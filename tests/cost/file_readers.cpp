// Files of crawlers and of other programs.
#include <cstdint>
#include <string>
#include <vector>

#include "tests/cost/readers.h"
#include "tests/fuzz/read_input.h"

namespace pith::cost {
namespace {

Work reading(const char* input) {
  return [input](std::string_view bytes) {
    fuzz::read_input(input, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  };
}

}  // namespace

std::vector<Reader> file_readers() {
  return {{"WARC", reading("warc")},    {"ARC", reading("arc")},   {"JSON lines", reading("jsonl")},
          {"CDX", reading("cdx")},      {"WACZ", reading("wacz")}, {"new.zip", reading("zip")},
          {"frames", reading("frames")}};
}

}  // namespace pith::cost
