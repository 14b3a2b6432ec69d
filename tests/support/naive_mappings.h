// Mappings between two small trees, computed by their definitions: plain, recursive, without shortcuts. The fast ones
// are compared with them, by the unit tests on all small trees and by the fuzzers. Nodes are equal by name or text
// alone (Strictness::tag), without hashes.
//
// The check_... functions run the fast implementation and return its error, or an empty string.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/trees/etdm.h"
#include "core/trees/rbm.h"
#include "core/trees/rtdm.h"

namespace pith::test {

using NodePairs = std::set<std::pair<NodeId, NodeId>>;

inline bool equal_nodes(const Document& a, NodeId n, const Document& b, NodeId m) {
  if (a[n].is_text() != b[m].is_text()) return false;
  return a[n].is_text() ? a.text(n) == b.text(m) : a.tag_name(n) == b.tag_name(m);
}

inline std::vector<NodeId> children_of(const Document& d, NodeId n) {
  std::vector<NodeId> out;
  for (NodeId c = d.first_child(n); c != no_node; c = d.next_sibling(c)) out.push_back(c);
  return out;
}

inline bool equal_subtrees(const Document& a, NodeId n, const Document& b, NodeId m) {
  const auto x = children_of(a, n), y = children_of(b, m);
  if (!equal_nodes(a, n, b, m) || x.size() != y.size()) return false;
  for (std::size_t k = 0; k < x.size(); ++k)
    if (!equal_subtrees(a, x[k], b, y[k])) return false;
  return true;
}

// Properties of every top-down mapping: one-to-one, closed upwards, children in order.
inline std::string check_top_down(const Document& a, const Document& b,
                                  const std::vector<std::pair<NodeId, NodeId>>& pairs) {
  std::map<NodeId, NodeId> mapped;
  std::set<NodeId> used;
  for (const auto& [n, m] : pairs)
    if (!mapped.emplace(n, m).second || !used.insert(m).second) return "a node is mapped twice";
  for (const auto& [n, m] : mapped) {
    if ((n == 0) != (m == 0)) return "a root is mapped to another node";
    if (n != 0 && (!mapped.contains(a[n].parent) || mapped[a[n].parent] != b[m].parent))
      return "parents are not mapped";
    NodeId last = 0;
    for (const NodeId child : children_of(a, n)) {
      if (!mapped.contains(child)) continue;
      if (mapped[child] <= last) return "children are not in order";
      last = mapped[child];
    }
  }
  return {};
}

// The largest number of pairs of equal items, in order.
inline std::size_t most_equal_children(const Document& a, const std::vector<NodeId>& x, const Document& b,
                                       const std::vector<NodeId>& y) {
  // most[i][j]: from the i-th and j-th item on
  std::vector<std::vector<std::size_t>> most(x.size() + 1, std::vector<std::size_t>(y.size() + 1));
  for (std::size_t i = x.size(); i-- > 0;)
    for (std::size_t j = y.size(); j-- > 0;) {
      most[i][j] = std::max(most[i + 1][j], most[i][j + 1]);
      if (equal_nodes(a, x[i], b, y[j])) most[i][j] = std::max(most[i][j], 1 + most[i + 1][j + 1]);
    }
  return most[0][0];
}

inline std::string check_etdm(const Document& a, const Document& b) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  equal_top_down_mapping(a, Signatures(a, Strictness::tag), b, Signatures(b, Strictness::tag),
                         [&](NodeId n, NodeId m) { pairs.emplace_back(n, m); });
  if (const std::string wrong = check_top_down(a, b, pairs); !wrong.empty()) return wrong;
  if (!pairs.empty() != equal_nodes(a, 0, b, 0)) return "the roots map if they are equal, and only then";
  std::map<NodeId, NodeId> mapped(pairs.begin(), pairs.end());
  for (const auto& [n, m] : pairs) {
    if (!equal_nodes(a, n, b, m)) return "unequal nodes are mapped";
    const auto x = children_of(a, n), y = children_of(b, m);
    const auto of_children = std::count_if(x.begin(), x.end(), [&](NodeId child) { return mapped.contains(child); });
    if (static_cast<std::size_t>(of_children) != most_equal_children(a, x, b, y))
      return "more children could be mapped";
  }
  return {};
}

// For two child lists.
inline std::uint64_t least_edits(const Document& a, const std::vector<NodeId>& x, const Document& b,
                                 const std::vector<NodeId>& y) {
  // least[i][j]: from the i-th and j-th item on
  std::vector<std::vector<std::uint64_t>> least(x.size() + 1, std::vector<std::uint64_t>(y.size() + 1));
  for (std::size_t i = x.size() + 1; i-- > 0;)
    for (std::size_t j = y.size() + 1; j-- > 0;) {
      if (i == x.size() && j == y.size()) continue;
      std::uint64_t best = UINT64_MAX;
      if (i < x.size()) best = a[x[i]].subtree_size + least[i + 1][j];
      if (j < y.size()) best = std::min(best, b[y[j]].subtree_size + least[i][j + 1]);
      if (i < x.size() && j < y.size()) {
        const auto below_x = children_of(a, x[i]), below_y = children_of(b, y[j]);
        const bool equal = equal_nodes(a, x[i], b, y[j]);
        if (equal || below_x.empty() || below_y.empty())
          best = std::min(best, (equal ? 0 : 1) + least_edits(a, below_x, b, below_y) + least[i + 1][j + 1]);
      }
      least[i][j] = best;
    }
  return least[0][0];
}

// For whole trees, whose roots are always mapped.
inline std::uint64_t least_edits(const Document& a, const Document& b) {
  return (equal_nodes(a, 0, b, 0) ? 0 : 1) + least_edits(a, children_of(a, 0), b, children_of(b, 0));
}

// If the number of cells is limited, the mapping must be valid, but its cost may exceed the minimum.
inline std::string check_rtdm(const Document& a, const Document& b, std::uint64_t max_cells = default_rtdm_cells) {
  const RestrictedMapping mapping =
      restricted_top_down_mapping(HashedTree(a, Strictness::tag), HashedTree(b, Strictness::tag), max_cells);
  if (const std::string wrong = check_top_down(a, b, mapping.pairs); !wrong.empty()) return wrong;
  if (std::find(mapping.pairs.begin(), mapping.pairs.end(), std::pair<NodeId, NodeId>(0, 0)) == mapping.pairs.end())
    return "the roots are not mapped";
  std::uint64_t cost = std::uint64_t{a.size()} + b.size() - 2 * mapping.pairs.size();
  for (const auto& [n, m] : mapping.pairs) {
    if (equal_nodes(a, n, b, m)) continue;
    ++cost;
    if (n != 0 && a[n].subtree_size > 1 && b[m].subtree_size > 1) return "inner nodes that differ are mapped";
  }
  if (cost != mapping.cost) return "the cost is not that of the mapping";
  const std::uint64_t least = least_edits(a, b);
  if (cost < least) return "less than the least cost";
  if (max_cells == default_rtdm_cells && cost > least) return "more than the least cost";
  return {};
}

// Child indices from the root.
inline std::vector<std::size_t> position_of(const Document& d, NodeId n) {
  std::vector<std::size_t> out;
  for (; n != 0; n = d[n].parent) {
    const auto siblings = children_of(d, d[n].parent);
    out.push_back(static_cast<std::size_t>(std::find(siblings.begin(), siblings.end(), n) - siblings.begin()));
  }
  std::reverse(out.begin(), out.end());
  return out;
}

inline std::string check_rbm(const Document& a, const Document& b) {
  NodePairs found, expected;
  std::string wrong;
  restricted_bottom_up_mapping(HashedTree(a, Strictness::tag), HashedTree(b, Strictness::tag), [&](NodeId n, NodeId m) {
    for (NodeId k = 0; k < a[n].subtree_size; ++k)
      if (!found.emplace(n + k, m + k).second) wrong = "a pair is visited twice";
  });
  std::map<std::vector<std::size_t>, NodeId> at;
  for (NodeId m = 0; m < b.size(); ++m) at[position_of(b, m)] = m;
  for (NodeId n = 0; n < a.size(); ++n) {
    const auto same = at.find(position_of(a, n));
    if (same != at.end() && equal_subtrees(a, n, b, same->second)) expected.emplace(n, same->second);
  }
  if (found != expected) wrong = "not the identical subtrees at the same positions";
  return wrong;
}

}  // namespace pith::test
