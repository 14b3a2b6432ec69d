#include "core/page/siblings.h"

#include <algorithm>
#include <limits>
#include <tuple>

#include "core/base/keyed_hash.h"

namespace pith {
namespace {

struct Candidate {
  Link link;
  HyperlinkDistance distance;
  unsigned nearest_chosen = std::numeric_limits<unsigned>::max();  // DOM distance to the nearest link already chosen
};

bool closer(const Candidate& a, const Candidate& b) {
  return std::tuple(a.distance.total(), a.distance.up) < std::tuple(b.distance.total(), b.distance.up);
}

std::vector<Candidate> collect(const Document& document, const Url& key,
                               const std::function<bool(const Url&)>& same_site) {
  std::vector<Candidate> out;
  KeyedSet<std::string> seen{key.str()};
  for (Link& link : links_of(document, key)) {
    if (is_obvious_non_page(link.target) || !seen.insert(link.target.str()).second || !same_site(link.target)) continue;
    const HyperlinkDistance distance = hyperlink_distance(key, link.target);
    out.push_back({std::move(link), distance});
  }
  return out;
}

// Chooses from [first, last), candidates at one hyperlink distance in document order, until `out` has `limit` links.
template <typename Iterator>
void take_farthest_first(const Document& document, Iterator first, Iterator last, std::size_t limit,
                         std::vector<Url>& out) {
  std::vector<Candidate*> open;
  for (Iterator it = first; it != last; ++it) open.push_back(&*it);
  auto next = open.begin();
  while (!open.empty() && out.size() < limit) {
    const NodeId chosen = (*next)->link.anchor;
    out.push_back((*next)->link.target);
    open.erase(next);
    for (Candidate* candidate : open)
      candidate->nearest_chosen =
          std::min(candidate->nearest_chosen, dom_distance(document, chosen, candidate->link.anchor));
    next = std::max_element(open.begin(), open.end(), [](const Candidate* a, const Candidate* b) {
      return a->nearest_chosen < b->nearest_chosen;
    });
  }
}

}  // namespace

HyperlinkDistance hyperlink_distance(const Url& key, const Url& link) {
  const auto from = directory_segments(key), to = directory_segments(link);
  const auto common =
      static_cast<std::size_t>(std::mismatch(from.begin(), from.end(), to.begin(), to.end()).first - from.begin());
  return {static_cast<unsigned>(from.size() - common), static_cast<unsigned>(to.size() - common)};
}

unsigned dom_distance(const Document& document, NodeId a, NodeId b) {
  unsigned edges = 0;
  while (a != b) {
    // The later node in document order is never the other's ancestor: climb from it.
    NodeId& later = a > b ? a : b;
    later = document[later].parent;
    ++edges;
  }
  return edges;
}

std::vector<Url> rank_sibling_links(const Document& document, const Url& key,
                                    const std::function<bool(const Url&)>& same_site, std::size_t limit) {
  std::vector<Candidate> candidates = collect(document, key, same_site);
  std::stable_sort(candidates.begin(), candidates.end(), closer);
  std::vector<Url> out;
  for (auto first = candidates.begin(); first != candidates.end() && out.size() < limit;) {
    const auto last =
        std::find_if(first, candidates.end(), [&](const Candidate& c) { return c.distance != first->distance; });
    take_farthest_first(document, first, last, limit, out);
    first = last;
  }
  return out;
}

}  // namespace pith
