// The blocks of a page, most relevant first (the chars-nodes ratio paper, §VI).
#pragma once

#include <cstddef>
#include <vector>

#include "core/extract/extractors/detail/cnr.h"

namespace pith {

// Detects the main block as CNR does, removes it with all its nodes, detects the next in the rest, and so on: until
// there are `count` blocks, or the next holds less than `least_share` of the page's text outside of links, or no such
// text is left. A block may contain earlier blocks; only the rest is its own. O(count · (nodes + text)); as blocks
// share no text, there are at most 1 / least_share.
std::vector<NodeId> ranked_blocks(const Document& page, const cnr::Options& options, std::size_t count,
                                  double least_share);

}  // namespace pith
