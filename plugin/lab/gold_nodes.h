// Node gold: which nodes of our tree the labels mean, although they were made on another parser's tree.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "plugin/lab/metrics.h"

namespace pith::eval {

struct GoldNodes {
  NodeSet nodes;             // elements and non-blank text nodes of the content, descendants included
  std::size_t labels = 0;    // labels of the file that say "content"
  std::size_t unmapped = 0;  // of those, how many found no node
};

// Reads one of two forms. {"nodes": [xpath, …], "exclude": [xpath, …]}: roots of the content, and optionally subtrees
// inside of them that are none (also named "drop"). [{"xpath", "text_index", "label", "text"}, …]: labelled text nodes;
// those labelled headline, fulltext and supplemental are content. Paths refer to libxml2's tree: elements that only
// HTML5 implies are skipped. A path counts if the text agrees: for text nodes, all of their words; for roots, the gold
// text's words (word F1 from 0.8). Otherwise the text decides: the next text node in document order with that text, or
// the element whose words agree best with the gold text. Texts are compared as in comparable_text.h. An element is
// content if it has text and all of its text nodes are content; a node without text is content if its parent is.
// O(labels · nodes). Errors: not JSON, or neither form.
Result<GoldNodes> map_gold_nodes(const Document& document, std::string_view json, std::string_view gold_text);

// Whether a node counts in the metric: an element or a non-blank text node that is content, not script or the like.
bool counts_as_node(const Node& node);

Score node_score(const Document& document, const NodeSet& found, const NodeSet& gold);

}  // namespace pith::eval
