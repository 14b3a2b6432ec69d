// On what share of some pages of a site each text is.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pith {

// How the share of a sample's pages is told, so that the edit of few pages leaves it as it is: from `large_sample`
// pages on it is rounded, the smaller of two, and what less than `few_pages` have is not told of.
struct SampleShare {
  static constexpr std::uint32_t large_sample = 8, few_pages = 3;
  std::uint32_t pages = 0;

  bool is_large() const { return pages >= large_sample; }
  // Of a large sample to one of `steps` equal parts; 0: not told of.
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
  TextStatistics() = default;  // of no page
  // Each page's texts, sorted, each once (PageSketch::texts). The order of the pages does not matter. O(n log n).
  explicit TextStatistics(std::span<const std::span<const std::uint64_t>> pages);

  // How many; SampleShare::large_sample stands for more too.
  std::uint32_t pages() const { return pages_; }
  // Share of the pages, to quarters of a large sample.
  float pages_with(std::uint64_t text) const;
  // Of all that is told.
  std::uint64_t digest() const;

 private:
  std::uint32_t pages_ = 0;
  std::vector<std::pair<std::uint64_t, float>> shares_;  // by text
};

}  // namespace pith
