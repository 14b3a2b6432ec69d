// On how many pages of a site a text segment occurs (IWPTD's model of a site).
//
// Y. Wang, B. Fang, X. Cheng, L. Guo, H. Xu: Incremental Web Page Template Detection, WWW 2008. Incremental: absorbs
// one page at a time, and forgets a page that left the site, without looking at the others.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/keyed_hash.h"

namespace pith {

// Segments are identified by their hash. Memory: an entry for each segment of the absorbed pages. Not thread-safe.
class SegmentStatistics {
 public:
  // The segments of one page, in any order; repeated segments count once. O(segments).
  void absorb(std::span<const std::uint64_t> page);
  // The reverse, for a page that was absorbed with these segments: as if it had not been.
  void forget(std::span<const std::uint64_t> page);

  // The absorbed pages, and how many of them have the segment.
  std::uint32_t pages() const { return pages_; }
  std::uint32_t pages_with(std::uint64_t segment) const;

  // Whether both hold the same pages (or indistinguishable ones), whatever was absorbed and forgotten in between.
  bool operator==(const SegmentStatistics& other) const;

 private:
  struct Entry {
    std::uint32_t pages = 0;
    std::uint64_t turn = 0;  // the last call that counted it, so that it counts once per page
  };
  KeyedMap<std::uint64_t, Entry> entries_;
  std::uint32_t pages_ = 0;
  std::uint64_t turn_ = 0;
};

}  // namespace pith
