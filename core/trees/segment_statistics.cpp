#include "core/trees/segment_statistics.h"

#include <algorithm>

namespace pith {

void SegmentStatistics::absorb(std::span<const std::uint64_t> page) {
  ++turn_;
  ++pages_;
  for (const std::uint64_t segment : page) {
    Entry& entry = entries_[segment];
    if (entry.turn == turn_) continue;
    entry.turn = turn_;
    ++entry.pages;
  }
}

void SegmentStatistics::forget(std::span<const std::uint64_t> page) {
  ++turn_;
  if (pages_ > 0) --pages_;
  for (const std::uint64_t segment : page) {
    const auto found = entries_.find(segment);
    if (found == entries_.end() || found->second.turn == turn_) continue;
    found->second.turn = turn_;
    if (--found->second.pages == 0) entries_.erase(found);
  }
}

std::uint32_t SegmentStatistics::pages_with(std::uint64_t segment) const {
  const auto found = entries_.find(segment);
  return found == entries_.end() ? 0 : found->second.pages;
}

bool SegmentStatistics::operator==(const SegmentStatistics& other) const {
  return pages_ == other.pages_ && entries_.size() == other.entries_.size() &&
         std::all_of(entries_.begin(), entries_.end(),
                     [&](const auto& entry) { return other.pages_with(entry.first) == entry.second.pages; });
}

}  // namespace pith
