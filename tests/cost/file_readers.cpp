// Files of crawlers and of other programs.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "tests/cost/readers.h"
#include "tests/fuzz/read_input.h"

namespace pith::cost {
namespace {

Work reading(std::string_view name) {
  const auto all = ingest::inputs();
  const ingest::Input* const input = *std::ranges::find(all, name, &ingest::Input::name);
  return [input](std::string_view bytes) {
    fuzz::read_input(*input, reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(),
                     std::numeric_limits<std::size_t>::max());
  };
}

}  // namespace

std::vector<Reader> file_readers() {
  return {{"WARC", reading("warc")},    {"ARC", reading("arc")},   {"JSON lines", reading("jsonl")},
          {"CDX", reading("cdx")},      {"WACZ", reading("wacz")}, {"new.zip", reading("zip")},
          {"frames", reading("frames")}};
}

}  // namespace pith::cost
