#include "plugin/lab/common_text.h"

#include <algorithm>
#include <bit>

namespace pith::eval {

SubsequenceIndex::SubsequenceIndex(Symbols text) : size_(text.size()) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    auto& blocks = blocks_[text[i]];
    const auto index = static_cast<std::uint32_t>(i / 64);
    if (blocks.empty() || blocks.back().index != index) blocks.push_back({index, 0});
    blocks.back().positions |= std::uint64_t{1} << (i % 64);
  }
}

std::optional<std::size_t> SubsequenceIndex::common_length(Symbols other) const {
  if (static_cast<std::uint64_t>(size_) * other.size() / 64 > max_work) return std::nullopt;
  // A zero bit at position i: the longest common subsequence of text[0..i] and the part read so far is longer than that
  // of text[0..i-1].
  std::vector<std::uint64_t> row((size_ + 63) / 64, ~std::uint64_t{0});
  for (const std::uint32_t symbol : other) {
    const auto found = blocks_.find(symbol);
    if (found == blocks_.end()) continue;
    // row = (row + matches) | (row & ~matches); only blocks with a match or a carry change.
    std::uint64_t carry = 0;
    std::size_t next = 0;
    for (const Block& block : found->second) {
      for (; carry && next < block.index; ++next) {
        const std::uint64_t sum = row[next] + 1;
        carry = sum == 0;
        row[next] |= sum;
      }
      std::uint64_t& bits = row[block.index];
      const std::uint64_t matches = bits & block.positions;
      const std::uint64_t sum = bits + matches, with_carry = sum + carry;
      carry = sum < bits || with_carry < sum;
      bits = with_carry | (bits & ~matches);
      next = block.index + 1u;
    }
    for (; carry && next < row.size(); ++next) {
      const std::uint64_t sum = row[next] + 1;
      carry = sum == 0;
      row[next] |= sum;
    }
  }
  std::size_t length = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const bool last = i + 1 == row.size() && size_ % 64 != 0;
    const std::uint64_t used = last ? (std::uint64_t{1} << (size_ % 64)) - 1 : ~std::uint64_t{0};
    length += static_cast<std::size_t>(std::popcount(~row[i] & used));
  }
  return length;
}

SubstringIndex::SubstringIndex(Symbols text) {
  states_.reserve(2 * text.size() + 1);
  edges_.reserve(3 * text.size());
  states_.push_back({0, none, none});
  std::uint32_t last = 0;
  for (const std::uint32_t symbol : text) {
    const auto added = static_cast<std::uint32_t>(states_.size());
    states_.push_back({states_[last].length + 1, 0, none});
    std::uint32_t state = last, edge = none;
    for (; state != none && (edge = find(state, symbol)) == none; state = states_[state].suffix_link)
      connect(state, symbol, added);
    if (state != none) {
      const std::uint32_t target = edges_[edge].target;
      if (states_[target].length == states_[state].length + 1) {
        states_[added].suffix_link = target;
      } else {
        const std::uint32_t copy = clone(target, states_[state].length + 1);
        for (; state != none && (edge = find(state, symbol)) != none && edges_[edge].target == target;
             state = states_[state].suffix_link)
          edges_[edge].target = copy;
        states_[target].suffix_link = states_[added].suffix_link = copy;
      }
    }
    last = added;
  }
}

std::uint32_t SubstringIndex::find(std::uint32_t state, std::uint32_t symbol) const {
  if (state == 0) {
    const auto found = first_.find(symbol);
    return found == first_.end() ? none : found->second;
  }
  std::uint32_t edge = states_[state].first_edge;
  while (edge != none && edges_[edge].symbol != symbol) edge = edges_[edge].next;
  return edge;
}

void SubstringIndex::connect(std::uint32_t from, std::uint32_t symbol, std::uint32_t to) {
  const auto edge = static_cast<std::uint32_t>(edges_.size());
  edges_.push_back({symbol, to, states_[from].first_edge});
  if (from == 0)
    first_[symbol] = edge;
  else
    states_[from].first_edge = edge;
}

std::uint32_t SubstringIndex::clone(std::uint32_t state, std::uint32_t length) {
  const auto copy = static_cast<std::uint32_t>(states_.size());
  states_.push_back({length, states_[state].suffix_link, none});
  for (std::uint32_t edge = states_[state].first_edge; edge != none; edge = edges_[edge].next)
    connect(copy, edges_[edge].symbol, edges_[edge].target);
  return copy;
}

std::size_t SubstringIndex::common_length(Symbols other) const {
  std::size_t best = 0, length = 0;
  std::uint32_t state = 0;
  for (const std::uint32_t symbol : other) {
    std::uint32_t edge;
    while ((edge = find(state, symbol)) == none && state != 0) {
      state = states_[state].suffix_link;
      length = states_[state].length;
    }
    if (edge == none) continue;
    state = edges_[edge].target;
    best = std::max(best, ++length);
  }
  return best;
}

}  // namespace pith::eval
