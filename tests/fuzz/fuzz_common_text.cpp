// The fast longest common subsequence and substring of eval, against their definitions.
//
// Input: a byte that gives the end of the first row, then symbols.
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "plugin/lab/common_text.h"
#include "tests/support/naive_sequences.h"

using namespace pith;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 1 || size > 400) return 0;
  const std::size_t cut = 1 + data[0] % size;
  const test::Row a(data + 1, data + cut), b(data + cut, data + size);
  if (eval::SubsequenceIndex(a).common_length(b) != test::naive_subsequence(a, b)) std::abort();
  if (eval::SubstringIndex(a).common_length(b) != test::naive_substring(a, b)) std::abort();
  return 0;
}
