// The restricted top-down mapping against its definition, also with a small bound on cells.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/tree_pair.h"
#include "tests/support/naive_mappings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const pith::Document a = pith::fuzz::read_tree(bytes, 30), b = pith::fuzz::read_tree(bytes, 30);
  pith::fuzz::require_nothing(pith::test::check_rtdm(a, b));
  const std::uint64_t cells = bytes.empty() ? 32 : static_cast<unsigned char>(bytes.front());
  pith::fuzz::require_nothing(pith::test::check_rtdm(a, b, cells));
  return 0;
}
