// The restricted bottom-up mapping against its definition.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "tests/fuzz/tree_pair.h"
#include "tests/support/naive_mappings.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const pith::Document a = pith::fuzz::read_tree(bytes, 40), b = pith::fuzz::read_tree(bytes, 40);
  pith::fuzz::require_nothing(pith::test::check_rbm(a, b));
  return 0;
}
