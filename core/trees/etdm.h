// Equal top-down mapping between two pages (Alarte et al. 2018, §2.2, Algorithm 1; its reference [3]).
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_equality.h"

namespace pith {

// Pairs of equal items of two sequences, both ascending: the common prefix, then the common suffix, then a longest
// common subsequence of the middle, the one that pairs the earliest items of `a`. If the middle is large (over 65,536
// cells), each item of `a` is paired with the first equal one among the next 64 unused items of `b` instead, so the
// cost stays linear: O((|a| + |b|) · 256) at worst. The paper maps children "that are equal" and does not say which of
// several; one-to-one and in order is our choice.
// order is our choice.
std::vector<std::pair<std::uint32_t, std::uint32_t>> align(std::span<const std::uint64_t> a,
                                                           std::span<const std::uint64_t> b);

// Visits every mapped pair of nodes: the roots if they are equal, then, below mapped nodes, the aligned children. The
// order of the pairs is not specified. A node that does not map stops the descent. O(nodes of both), see align.
template <typename Visit>
void equal_top_down_mapping(const Document& key, const Signatures& key_signatures, const Document& other,
                            const Signatures& other_signatures, Visit&& visit);

// Algorithm 1: for each node of the key page, the number of siblings in which it is mapped.
std::vector<std::uint32_t> count_occurrences(const Document& key, std::span<const Document* const> siblings,
                                             Strictness strictness);

template <typename Visit>
void equal_top_down_mapping(const Document& key, const Signatures& key_signatures, const Document& other,
                            const Signatures& other_signatures, Visit&& visit) {
  if (key_signatures[0] != other_signatures[0]) return;
  std::vector<std::pair<NodeId, NodeId>> open{{0, 0}};
  std::vector<NodeId> key_children, other_children;
  std::vector<std::uint64_t> key_row, other_row;
  const auto read_children = [](const Document& document, const Signatures& signatures, NodeId parent,
                                std::vector<NodeId>& children, std::vector<std::uint64_t>& row) {
    children.clear();
    row.clear();
    for (NodeId n = document.first_child(parent); n != no_node; n = document.next_sibling(n)) {
      children.push_back(n);
      row.push_back(signatures[n]);
    }
  };
  while (!open.empty()) {
    const auto [a, b] = open.back();
    open.pop_back();
    visit(a, b);
    read_children(key, key_signatures, a, key_children, key_row);
    read_children(other, other_signatures, b, other_children, other_row);
    for (const auto& [i, j] : align(key_row, other_row)) open.emplace_back(key_children[i], other_children[j]);
  }
}

}  // namespace pith
