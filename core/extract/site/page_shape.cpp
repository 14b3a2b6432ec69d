#include "core/extract/site/page_shape.h"

#include <algorithm>
#include <limits>

#include "core/base/stable_hash.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

PageShape shape_of(const PageView& page) {
  constexpr std::uint64_t empty = std::numeric_limits<std::uint64_t>::max();
  std::array<std::uint64_t, PageShape::size> minima;
  minima.fill(empty);
  for (NodeId n = 0; n < page.page.size(); ++n) {
    if (!page.page[n].is_element() || page.first_run(n) == page.end_run(n)) continue;
    const std::uint64_t hash = mix(hash_seed, page.elements[n].path);
    std::uint64_t& minimum = minima[hash % PageShape::size];
    minimum = std::min(minimum, hash / PageShape::size);
  }
  PageShape shape;
  if (std::ranges::all_of(minima, [](std::uint64_t m) { return m == empty; })) return shape;
  for (std::size_t bin = 0; bin < PageShape::size; ++bin) {
    std::size_t from = bin;
    while (minima[from % PageShape::size] == empty) ++from;
    // The distance to the lender counts too: otherwise bins that borrow from the same one would count it twice.
    shape.minima[bin] = static_cast<std::uint8_t>(mix(minima[from % PageShape::size], from - bin));
  }
  return shape;
}

float similarity(const PageShape& a, const PageShape& b) {
  std::size_t same = 0;
  for (std::size_t i = 0; i < PageShape::size; ++i) same += a.minima[i] == b.minima[i];
  return static_cast<float>(same) / PageShape::size;
}

}  // namespace pith
