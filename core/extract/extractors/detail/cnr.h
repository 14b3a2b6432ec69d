// The steps of CNR (the chars-nodes ratio paper, §IV, Algorithms 1 and 2), each by itself; WLR uses them with another
// ratio, and `blocks` repeats them (§VI).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/extract/extractor.h"

namespace pith::cnr {

enum class Ratio : std::uint8_t {
  chars_nodes,   // Definition 4.1: characters without white space / nodes of the subtree
  words_leaves,  // WLR: words / leaves of the subtree
};

// What Algorithm 1 assigns to a node: its text and its weight, in the ratio's units. Weight 0: the node is ignored,
// because it was removed or is inside of a nonContentNode.
struct Rating {
  std::uint32_t text = 0, weight = 0;
  double ratio() const { return weight ? static_cast<double>(text) / weight : 0; }
  bool operator==(const Rating&) const = default;
};

// Algorithm 1, one rating per node. A nonContentNode weighs 1 and counts as having no text and no children. These are
// what readers do not see (Node::non_content, Node::hidden), nav, and a with an href. (The paper's img has no text
// anyway.) `removed`, if given, holds whole subtrees, which are ignored. O(nodes + text).
std::vector<Rating> rate(const Document& page, Ratio ratio, const NodeSet* removed = nullptr);

// Step (ii): the given share of the nodes with text, those with the highest ratio; at least one, and also all whose
// ratio equals the last one's. In document order; empty if no node has text.
std::vector<NodeId> top_rated(const std::vector<Rating>& ratings, double share);

// §V, end: how eagerly Algorithm 2 climbs. Each block of one lean is inside a block of the next.
enum class Lean : std::uint8_t {
  precision,  // to a node with two chosen children that hold more than half of its text
  balanced,   // to a node with two chosen children: Algorithm 2 as printed
  recall,     // the same, and to a node with one chosen child that is its only child with text
};

// Algorithm 2: drops nodes inside of others, then climbs as the lean says until nothing changes, bottom-up. As in the
// paper, a node deeper below one that was climbed to remains. In document order.
std::vector<NodeId> blocks_of(const Document& page, const std::vector<Rating>& ratings, const std::vector<NodeId>& top,
                              Lean lean);

// Step (iii): the block with the most text, the first of equals; no_node if there are no blocks.
NodeId most_text(const std::vector<Rating>& ratings, const std::vector<NodeId>& blocks);

struct Options {
  Ratio ratio = Ratio::chars_nodes;
  double top = 0;
  Lean lean = Lean::balanced;
};

// The parameters `top` and `lean`, and the options from their values.
ParameterInfo top_parameter(double fallback);
ParameterInfo lean_parameter();
Options options_of(Ratio ratio, const Parameters& values);

// Steps (ii) and (iii) on the result of `rate`: the main block; no_node if there is no text. O(nodes).
NodeId main_block(const Document& page, const std::vector<Rating>& ratings, const Options& options);

// An extractor that returns the subtree of the main block.
std::unique_ptr<Extractor> make(const Options& options);

}  // namespace pith::cnr
