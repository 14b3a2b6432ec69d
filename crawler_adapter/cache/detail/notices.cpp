#include "crawler_adapter/cache/detail/notices.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace pith::crawl {
namespace {

constexpr std::size_t hardly_any = 2, enough = 20, loss = 3;

}  // namespace

bool loses_words(const WordSet& before, const WordSet& now) {
  constexpr std::size_t several = 5, share = 5;
  const auto kept = static_cast<std::size_t>(
      std::ranges::count_if(before, [&](std::uint32_t word) { return std::ranges::binary_search(now, word); }));
  const std::size_t lost = before.size() - kept;
  return kept == 0 || (lost >= several && lost * share >= before.size());
}

WordCounts::WordCounts(std::size_t texts)
    : counts_(std::bit_ceil(std::min(std::max<std::size_t>(texts, 1) << 13, std::size_t{1} << 20))) {}

void WordCounts::add(const WordSet& words) {
  for (const std::uint32_t word : words) ++counts_[word % counts_.size()];
  texts_ += !words.empty();
  words_ += words.size();
}

bool WordCounts::can_tell(std::uint32_t texts, std::uint32_t part) const {
  return 2 * words_ <= std::uint64_t{std::max(texts, texts_ / part)} * counts_.size();
}

std::size_t WordCounts::own(const WordSet& words, std::uint32_t texts, std::uint32_t part) const {
  return static_cast<std::size_t>(std::ranges::count_if(words, [&](std::uint32_t word) {
    const std::uint32_t count = counts_[word % counts_.size()];
    return count <= texts || count * part <= texts_;
  }));
}

void Notices::add(const std::optional<WordSet>& before, const WordSet& now) {
  if (before) before_.add(*before);
  now_.add(now);
}

bool Notices::is_notice(const std::optional<WordSet>& before, const WordSet& now) const {
  constexpr std::pair<std::uint32_t, std::uint32_t> bounds[] = {{1, 4}, {2, 50}};
  return std::ranges::any_of(bounds, [&](const auto& bound) {
    const auto [texts, part] = bound;
    if (!now_.can_tell(texts, part)) return false;
    const std::size_t own_now = now_.own(now, texts, part);
    if (!before) return own_now <= hardly_any;
    const std::size_t own = before_.own(*before, texts, part);
    if (own >= hardly_any) return own_now * loss <= own;
    return own_now <= hardly_any && before->size() >= enough && now.size() * loss <= before->size();
  });
}

}  // namespace pith::crawl
