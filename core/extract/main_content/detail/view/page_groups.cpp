#include "core/extract/main_content/detail/view/page_groups.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/extract/main_content/detail/view/names.h"

namespace pith {
namespace {

// `items`: at least three similar children of one element.
Group group_of(const Document& page, const PageElements& elements, const PageSums& sums,
               std::span<const NodeId> items) {
  Group group{};
  group.parent = page[items[0]].parent;
  group.items = static_cast<std::uint32_t>(items.size());
  double squares = 0;
  for (const NodeId item : items) {
    const Totals t = sums.between(item, page.end_of(item));
    group.totals.runs += t.runs;
    group.totals.words += t.words;
    group.totals.link_words += t.link_words;
    group.totals.prose += t.prose;
    squares += static_cast<double>(t.words) * t.words;
    group.linked += t.links > 0;
    group.dated += t.dated > 0 || t.times > 0;
    group.pictured += t.images > 0;
    group.headed += t.headings > 0;
    group.prose += t.prose > 0;
    bool replied = t.replies > 0, authored = t.bylines > 0;
    const NodeId look = std::min(page.end_of(item), item + 12);
    for (NodeId m = item; m < look; ++m) {
      replied = replied || elements[m].names & (bit(NameKind::comment) | bit(NameKind::forum));
      authored = authored || elements[m].names & bit(NameKind::author);
    }
    group.replied += replied;
    group.authored += authored;
  }
  const auto count = static_cast<float>(items.size());
  for (float* share :
       {&group.linked, &group.dated, &group.pictured, &group.headed, &group.prose, &group.replied, &group.authored})
    *share /= count;
  group.mean_words = static_cast<float>(group.totals.words) / count;
  const double variance = squares / group.items - static_cast<double>(group.mean_words) * group.mean_words;
  if (group.mean_words > 0) group.deviation = static_cast<float>(std::sqrt(std::max(variance, 0.0))) / group.mean_words;
  return group;
}

}  // namespace

PageGroups find_groups(const Document& page, const PageElements& elements, const PageSums& sums) {
  PageGroups out;
  out.by_node = GroupsOfNodes(page.size());
  std::vector<std::pair<std::uint64_t, NodeId>> children;  // by their look, then in document order
  std::vector<NodeId> items;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (!page[n].is_element() || page[n].subtree_size < 7) continue;
    children.clear();
    for (NodeId c = page.first_child(n); c != no_node; c = page.next_sibling(c))
      if (page[c].is_element() && page[c].subtree_size > 1 && !(page[c].flags & Node::non_content))
        children.emplace_back(elements[c].own, c);
    if (children.size() < 3) continue;
    std::sort(children.begin(), children.end());
    for (std::size_t i = 0; i < children.size();) {
      const std::uint64_t own = children[i].first;
      std::uint32_t runs_held = 0;
      items.clear();
      for (; i < children.size() && children[i].first == own; ++i) {
        items.push_back(children[i].second);
        runs_held += sums.between(items.back(), page.end_of(items.back())).runs;
      }
      if (items.size() < 3 || runs_held < 2 * items.size()) continue;
      for (const NodeId item : items) out.by_node.set(item, static_cast<std::uint32_t>(out.size()));
      out.list.push_back(group_of(page, elements, sums, items));
    }
  }
  return out;
}

}  // namespace pith
