// Which pages to compare a key page with: the order of its links (Alarte et al. 2018, §2.1).
//
// Pure ranking; which of the ranked pages can be had is the caller's to find out.
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
// down-steps from there to the link's.
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
// up-steps, then DOM distance, greedily farthest first: the first link of the group stands nearest the top of the
// document, each next has the largest minimum DOM distance to those of the group chosen before.
// The paper (§2.1, [2]) leaves open what the first of equals is: here, document order.
// O(links · limit · depth): `limit` bounds the greedy choice, which is quadratic otherwise.
std::vector<Url> rank_sibling_links(const Document& document, const Url& key,
                                    const std::function<bool(const Url&)>& same_site, std::size_t limit);

}  // namespace pith
