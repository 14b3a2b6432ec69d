// The common parts of rows of symbols, computed by definition: oracles for plugin/lab/common_text.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace pith::test {

using Row = std::vector<std::uint32_t>;

inline std::size_t naive_subsequence(const Row& a, const Row& b) {
  std::vector<std::vector<std::size_t>> length(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 1; i <= a.size(); ++i)
    for (std::size_t j = 1; j <= b.size(); ++j)
      length[i][j] = a[i - 1] == b[j - 1] ? length[i - 1][j - 1] + 1 : std::max(length[i - 1][j], length[i][j - 1]);
  return length[a.size()][b.size()];
}

inline std::size_t naive_substring(const Row& a, const Row& b) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) {
      std::size_t k = 0;
      while (i + k < a.size() && j + k < b.size() && a[i + k] == b[j + k]) ++k;
      best = std::max(best, k);
    }
  return best;
}

}  // namespace pith::test
