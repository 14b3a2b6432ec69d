// The shape of a page's markup in 64 bytes: enough to recognise pages of one template without parsing them again.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pith {

class PageView;

// MinHash in one permutation (Li, Owen and Zhang 2012; empty bins borrow from the next full one, Shrivastava and Li
// 2014) over the paths of tags and classes of the elements that hold text, each path once. Only the lowest byte of each
// minimum is kept, so 1 of 256 places agrees by chance.
struct PageShape {
  static constexpr std::size_t size = 64;
  std::array<std::uint8_t, size> minima{};
  bool operator==(const PageShape&) const = default;
};

// All zeros for a page without text. O(nodes).
PageShape shape_of(const PageView& page);

// Estimates the Jaccard similarity of the two pages' sets of paths: standard error .06. O(1).
float similarity(const PageShape& a, const PageShape& b);

}  // namespace pith
