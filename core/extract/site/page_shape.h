// The shape of a page's markup in 64 bytes: enough to tell pages of one template from others without parsing them
// again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pith {

class PageView;

// MinHash in one permutation (Li, Owen and Zhang 2012; empty bins borrow from the next full one, Shrivastava and Li
// 2014) over the paths of tags and classes of the elements that hold text, each path once. The lowest byte of each
// minimum is kept, so that 1 of 256 places agrees by chance.
struct PageShape {
  static constexpr std::size_t size = 64;
  std::array<std::uint8_t, size> minima{};
  bool operator==(const PageShape&) const = default;
};

// A page without text has the shape of zeros. O(nodes).
PageShape shape_of(const PageView& page);

// Estimates the share that the two pages have in common of all paths that one of them has: standard error .06. O(1).
float similarity(const PageShape& a, const PageShape& b);

}  // namespace pith
