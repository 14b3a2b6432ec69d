// The share of pages of a site that have a text.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pith {

// How a share of a sample's pages is reported, so that edits of a few pages do not change it: from `large_sample` pages
// on, it is rounded (ties down), and is 0 for less than `few_pages`.
struct SampleShare {
  static constexpr std::uint32_t large_sample = 8, few_pages = 3;
  std::uint32_t pages = 0;

  bool is_large() const { return pages >= large_sample; }
  // In a large sample rounded to one of `steps` equal parts; 0: not reported.
  float of(std::uint32_t having, std::uint32_t steps) const {
    if (!is_large()) return static_cast<float>(having) / static_cast<float>(pages);
    return having < few_pages
               ? 0
               : static_cast<float>((2 * having * steps + pages - 1) / (2 * pages)) / static_cast<float>(steps);
  }
};

// Immutable; every question is O(log n).
class TextStatistics {
 public:
  TextStatistics() = default;  // of no pages
  // Each page's texts, sorted, each once (PageSketch::texts). The order of the pages does not matter. O(n log n).
  explicit TextStatistics(std::span<const std::span<const std::uint64_t>> pages);

  // How many; at most SampleShare::large_sample, which means that many or more.
  std::uint32_t pages() const { return pages_; }
  // Share of the pages; in a large sample, rounded to quarters.
  float pages_with(std::uint64_t text) const;
  // Covers all that is reported.
  std::uint64_t digest() const;

 private:
  std::uint32_t pages_ = 0;
  std::vector<std::pair<std::uint64_t, float>> shares_;  // by text
};

}  // namespace pith
