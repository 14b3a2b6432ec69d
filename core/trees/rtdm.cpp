#include "core/trees/rtdm.h"

#include <algorithm>
#include <limits>
#include <span>

#include "core/base/flat_table.h"
#include "core/base/stable_hash.h"
#include "core/trees/etdm.h"

namespace pith {
namespace {

constexpr std::uint32_t not_mappable = std::numeric_limits<std::uint32_t>::max();

// Children of every node as slices of one array.
class ChildLists {
 public:
  explicit ChildLists(const Document& document) : begin_(document.size() + 1) {
    children_.reserve(document.size());
    for (NodeId n = 0; n < document.size(); ++n) {
      begin_[n] = static_cast<std::uint32_t>(children_.size());
      for (NodeId c = document.first_child(n); c != no_node; c = document.next_sibling(c)) children_.push_back(c);
    }
    begin_[document.size()] = static_cast<std::uint32_t>(children_.size());
  }
  std::span<const NodeId> operator[](NodeId n) const {
    return std::span(children_).subspan(begin_[n], begin_[n + 1] - begin_[n]);
  }

 private:
  std::vector<std::uint32_t> begin_;
  std::vector<NodeId> children_;
};

class Mapper {
 public:
  Mapper(const HashedTree& key, const HashedTree& other, std::uint64_t max_cells)
      : a_(key),
        b_(other),
        a_children_(key.document()),
        b_children_(other.document()),
        cells_left_(max_cells),
        cells_left_to_align_(max_cells) {}

  RestrictedMapping run() {
    std::vector<Pair> open{{0, 0}};
    while (!open.empty()) {
      const auto [i, j] = open.back();
      open.pop_back();
      if (identical_subtrees(a_, i, b_, j)) {
        for (NodeId k = 0; k < a_.document()[i].subtree_size; ++k) mapping_.pairs.emplace_back(i + k, j + k);
        continue;
      }
      mapping_.pairs.emplace_back(i, j);
      if (a_.signature(i) != b_.signature(j)) ++mapping_.cost;
      if (is_leaf(a_, i) || is_leaf(b_, j)) continue;
      price(i, j);
      // Copies of one pair share a price, but each needs its own table here: hence the second bound.
      const Table table = table_of(i, j);
      if (prices_.find(key_of(i, j)) && take(cells_left_to_align_, table.cells()))
        align_by_table(table, open);
      else
        align_by_window(i, j, open);
    }
    mapping_.cost += std::uint64_t{a_.size()} + b_.size() - 2 * mapping_.pairs.size();
    return std::move(mapping_);
  }

 private:
  using Pair = std::pair<NodeId, NodeId>;

  // Two inner nodes and the differing part of their child lists.
  struct Table {
    NodeId i, j;
    std::uint32_t prefix, rows, columns;
    std::uint64_t next;  // the first cell whose pair may still lack a price
    std::uint64_t cells() const { return std::uint64_t{rows} * columns; }
  };

  static bool is_leaf(const HashedTree& tree, NodeId n) { return tree.document()[n].subtree_size == 1; }
  std::uint32_t size_a(NodeId n) const { return a_.document()[n].subtree_size; }
  std::uint32_t size_b(NodeId n) const { return b_.document()[n].subtree_size; }
  std::uint64_t key_of(NodeId i, NodeId j) const {
    return mix(mix(hash_seed, a_.subtree_class(i)), b_.subtree_class(j));
  }

  // What it costs to map two subtrees onto each other.
  std::uint32_t price_of(NodeId i, NodeId j) const {
    if (identical_subtrees(a_, i, b_, j)) return 0;
    const bool equal = a_.signature(i) == b_.signature(j);
    const std::uint32_t all_below = size_a(i) - 1 + size_b(j) - 1;
    if (is_leaf(a_, i) || is_leaf(b_, j)) return all_below + (equal ? 0 : 1);
    if (!equal) return not_mappable;
    const std::uint32_t* known = prices_.find(key_of(i, j));
    return known ? *known : all_below;
  }

  bool lacks_price(NodeId i, NodeId j) const {
    return !is_leaf(a_, i) && !is_leaf(b_, j) && a_.signature(i) == b_.signature(j) &&
           !identical_subtrees(a_, i, b_, j) && !prices_.find(key_of(i, j));
  }

  Table table_of(NodeId i, NodeId j) const {
    const auto x = a_children_[i], y = b_children_[j];
    const std::size_t shorter = std::min(x.size(), y.size());
    std::size_t prefix = 0, suffix = 0;
    while (prefix < shorter && identical_subtrees(a_, x[prefix], b_, y[prefix])) ++prefix;
    while (suffix < shorter - prefix && identical_subtrees(a_, x[x.size() - 1 - suffix], b_, y[y.size() - 1 - suffix]))
      ++suffix;
    return {i,
            j,
            static_cast<std::uint32_t>(prefix),
            static_cast<std::uint32_t>(x.size() - prefix - suffix),
            static_cast<std::uint32_t>(y.size() - prefix - suffix),
            0};
  }

  static bool take(std::uint64_t& cells_left, std::uint64_t cells) {
    if (cells > cells_left) return false;
    cells_left -= cells;
    return true;
  }

  // Puts the table of two inner nodes on the stack if the bound allows. Takes time linear in the lists' lengths.
  bool open_table(NodeId i, NodeId j) {
    if (!take(cells_left_, a_children_[i].size() + b_children_[j].size())) return false;
    const Table table = table_of(i, j);
    if (!take(cells_left_, table.cells())) return false;
    stack_.push_back(table);
    return true;
  }

  // Finds the price of the pair and of all pairs below that it depends on, as far as the bound allows. The roots may be
  // priced although they differ: the price is that of the nodes below.
  void price(NodeId i, NodeId j) {
    if (prices_.find(key_of(i, j)) || !open_table(i, j)) return;
    while (!stack_.empty()) {
      Table& top = stack_.back();
      const auto x = a_children_[top.i].subspan(top.prefix), y = b_children_[top.j].subspan(top.prefix);
      bool opened = false;
      while (top.next < top.cells()) {
        const NodeId child = x[top.next / top.columns], other = y[top.next % top.columns];
        ++top.next;
        if (!lacks_price(child, other)) continue;
        opened = open_table(child, other);
        if (opened) break;  // `top` may have moved
      }
      if (opened) continue;
      const Table done = top;
      stack_.pop_back();
      fill(done);
      prices_.insert(key_of(done.i, done.j), cells_[0]);
    }
  }

  // cells_[r * (columns + 1) + c]: least cost from row r and column c on.
  void fill(const Table& t) {
    const auto x = a_children_[t.i].subspan(t.prefix, t.rows), y = b_children_[t.j].subspan(t.prefix, t.columns);
    const std::size_t width = std::size_t{t.columns} + 1;
    cells_.resize((std::size_t{t.rows} + 1) * width);
    cells_.back() = 0;
    for (std::size_t c = t.columns; c-- > 0;)
      cells_[t.rows * width + c] = cells_[t.rows * width + c + 1] + size_b(y[c]);
    for (std::size_t r = t.rows; r-- > 0;) {
      cells_[r * width + t.columns] = cells_[(r + 1) * width + t.columns] + size_a(x[r]);
      for (std::size_t c = t.columns; c-- > 0;) {
        std::uint32_t least =
            std::min(cells_[(r + 1) * width + c] + size_a(x[r]), cells_[r * width + c + 1] + size_b(y[c]));
        const std::uint32_t mapped = price_of(x[r], y[c]);
        if (mapped != not_mappable) least = std::min(least, cells_[(r + 1) * width + c + 1] + mapped);
        cells_[r * width + c] = least;
      }
    }
  }

  void align_by_table(const Table& t, std::vector<Pair>& out) {
    fill(t);
    const auto x = a_children_[t.i], y = b_children_[t.j];
    const std::size_t width = std::size_t{t.columns} + 1;
    for (std::size_t k = 0; k < t.prefix; ++k) out.emplace_back(x[k], y[k]);
    for (std::size_t r = t.prefix + t.rows, c = t.prefix + t.columns; r < x.size(); ++r, ++c)
      out.emplace_back(x[r], y[c]);
    for (std::size_t r = 0, c = 0; r < t.rows && c < t.columns;) {
      const NodeId child = x[t.prefix + r], other = y[t.prefix + c];
      const std::uint32_t here = cells_[r * width + c], mapped = price_of(child, other);
      if (mapped != not_mappable && here == cells_[(r + 1) * width + c + 1] + mapped) {
        out.emplace_back(child, other);
        ++r;
        ++c;
      } else if (here == cells_[r * width + c + 1] + size_b(other)) {
        ++c;
      } else {
        ++r;
      }
    }
  }

  void align_by_window(NodeId i, NodeId j, std::vector<Pair>& out) const {
    const auto x = a_children_[i], y = b_children_[j];
    std::vector<std::uint64_t> row, other_row;
    const auto aligned = [&](std::size_t x_begin, std::size_t x_end, std::size_t y_begin, std::size_t y_end,
                             auto number) {
      row.clear();
      other_row.clear();
      for (std::size_t k = x_begin; k < x_end; ++k) row.push_back((a_.*number)(x[k]));
      for (std::size_t k = y_begin; k < y_end; ++k) other_row.push_back((b_.*number)(y[k]));
      return align(row, other_row);
    };
    auto anchors = aligned(0, x.size(), 0, y.size(), &HashedTree::subtree_class);
    anchors.emplace_back(x.size(), y.size());
    std::size_t x_from = 0, y_from = 0;
    for (const auto& [r, c] : anchors) {
      if (r > x_from && c > y_from)
        for (const auto& [k, l] : aligned(x_from, r, y_from, c, &HashedTree::signature))
          out.emplace_back(x[x_from + k], y[y_from + l]);
      if (r < x.size() && c < y.size()) out.emplace_back(x[r], y[c]);
      x_from = r + 1;
      y_from = c + 1;
    }
  }

  const HashedTree& a_;
  const HashedTree& b_;
  ChildLists a_children_, b_children_;
  std::uint64_t cells_left_, cells_left_to_align_;
  FlatTable<std::uint32_t> prices_;  // by pair of subtrees (key_of)
  std::vector<Table> stack_;
  std::vector<std::uint32_t> cells_;
  RestrictedMapping mapping_;
};

}  // namespace

RestrictedMapping restricted_top_down_mapping(const HashedTree& key, const HashedTree& other, std::uint64_t max_cells) {
  return Mapper(key, other, max_cells).run();
}

}  // namespace pith
