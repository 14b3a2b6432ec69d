// How much of one sequence occurs in another: longest common subsequence and longest common substring.
//
// Both are built once for a text (a page's gold) and then compared with many others. Symbols are any 32-bit numbers:
// code points or word numbers. Immutable after construction, so thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace pith::eval {

using Symbols = std::span<const std::uint32_t>;

// Length of the longest common subsequence, bit-parallel (Hyyrö, "Bit-parallel LCS-length computation revisited",
// 2004), with each symbol's positions as sparse 64-bit blocks. The papers' Hirschberg algorithm finds the subsequence
// itself; the metrics need only its length.
class SubsequenceIndex {
 public:
  // The work is the product of both lengths divided by 64; above this, no length is computed.
  static constexpr std::uint64_t max_work = 1ull << 31;

  explicit SubsequenceIndex(Symbols text);

  // nullopt if the work would exceed max_work. O(|text| · |other| / 64) time, O(|text|) memory.
  std::optional<std::size_t> common_length(Symbols other) const;

 private:
  struct Block {
    std::uint32_t index;
    std::uint64_t positions;
  };
  std::size_t size_;
  std::unordered_map<std::uint32_t, std::vector<Block>> blocks_;  // by symbol, in order
};

// Length of the longest common substring, by the suffix automaton of the text (Blumer et al. 1985).
class SubstringIndex {
 public:
  explicit SubstringIndex(Symbols text);

  // O(|other| · edges of a state).
  std::size_t common_length(Symbols other) const;

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct State {
    std::uint32_t length, suffix_link, first_edge;
  };
  struct Edge {
    std::uint32_t symbol, target, next;
  };

  std::uint32_t find(std::uint32_t state, std::uint32_t symbol) const;  // index of the edge, or none
  void connect(std::uint32_t from, std::uint32_t symbol, std::uint32_t to);
  std::uint32_t clone(std::uint32_t state, std::uint32_t length);

  std::vector<State> states_;
  std::vector<Edge> edges_;
  std::unordered_map<std::uint32_t, std::uint32_t> first_;  // the initial state's edges, possibly thousands
};

}  // namespace pith::eval
