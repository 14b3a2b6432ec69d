// Which pages to compare a key page with: the order of its links (Alarte et al. 2018, §2.1).
//
// Pure ranking; the caller finds out which of the ranked pages can be fetched.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/dom/document.h"
#include "core/page/links.h"
#include "core/text/url.h"

namespace pith {

// Steps between the directories of two pages of one site: up-steps from the key page's directory to the common one,
// down-steps from there to the link's directory.
struct HyperlinkDistance {
  unsigned up = 0, down = 0;
  unsigned total() const { return up + down; }
  bool operator==(const HyperlinkDistance&) const = default;
};
HyperlinkDistance hyperlink_distance(const Url& key, const Url& link);

// Edges on the path between two nodes of a tree. O(depth).
unsigned dom_distance(const Document& document, NodeId a, NodeId b);

// The links of `document` that may be siblings, best first, at most `limit`, each target once (at its first anchor):
// same site by `same_site`, not the key page itself, not an obvious non-page. Order: hyperlink distance, then fewer
// up-steps, then DOM distance, greedily farthest first: the first link of a group is the one nearest the top of the
// document, each next one has the largest minimum DOM distance to those of the group already chosen.
// The paper (§2.1, [2]) does not say which of equal links comes first: here it is document order.
// O(links · limit · depth): the greedy choice would be quadratic without `limit`.
std::vector<Url> rank_sibling_links(const Document& document, const Url& key,
                                    const std::function<bool(const Url&)>& same_site, std::size_t limit);

}  // namespace pith
