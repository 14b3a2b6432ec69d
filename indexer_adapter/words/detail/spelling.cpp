#include "indexer_adapter/words/detail/spelling.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pith::index {

unsigned edit_distance(std::wstring_view a, std::wstring_view b, unsigned limit) {
  const std::size_t difference = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (difference > limit) return limit + 1;
  std::vector<unsigned> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0u);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::swap(before, last);
    std::swap(last, row);
    row[0] = static_cast<unsigned>(i);
    unsigned least = row[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
      least = std::min(least, row[j]);
    }
    // A swap looks two rows back, so two rows must be beyond the limit.
    if (least > limit && *std::min_element(last.begin(), last.end()) > limit) return limit + 1;
  }
  return std::min(row.back(), limit + 1);
}

unsigned tolerated_distance(std::size_t length) { return length < 4 ? 0 : length < 7 ? 1 : 2; }

}  // namespace pith::index
