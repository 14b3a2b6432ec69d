#include "core/extract/site/text_statistics.h"

#include <algorithm>
#include <bit>

#include "core/base/stable_hash.h"

namespace pith {

TextStatistics::TextStatistics(std::span<const std::span<const std::uint64_t>> pages)
    : pages_(std::min(static_cast<std::uint32_t>(pages.size()), SampleShare::large_sample)) {
  std::vector<std::uint64_t> all;
  for (const std::span<const std::uint64_t> page : pages) all.insert(all.end(), page.begin(), page.end());
  std::ranges::sort(all);
  const SampleShare share{static_cast<std::uint32_t>(pages.size())};
  for (auto begin = all.begin(), end = begin; begin != all.end(); begin = end) {
    end = std::upper_bound(begin, all.end(), *begin);
    if (const float repeated = share.of(static_cast<std::uint32_t>(end - begin), 4); repeated > 0)
      shares_.emplace_back(*begin, repeated);
  }
  shares_.shrink_to_fit();
}

float TextStatistics::pages_with(std::uint64_t text) const {
  const auto at = std::ranges::lower_bound(shares_, text, {}, &std::pair<std::uint64_t, float>::first);
  return at == shares_.end() || at->first != text ? 0 : at->second;
}

std::uint64_t TextStatistics::digest() const {
  std::uint64_t digest = pages_;
  for (const auto& [text, share] : shares_) digest = mix(mix(digest, text), std::bit_cast<std::uint32_t>(share));
  return digest;
}

}  // namespace pith
