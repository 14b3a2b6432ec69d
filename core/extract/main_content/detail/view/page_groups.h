// The repeated subtrees of a page view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_sums.h"

namespace pith {

inline constexpr std::uint32_t no_group = 0xffffffff;

// At least three children of one element with the same tag and classes, each with several runs: comments, posts of a
// thread, teasers, cards, rows.
struct Group {
  NodeId parent;
  std::uint32_t items;
  Totals totals;
  float mean_words, deviation;  // `deviation`: of an item's words, divided by the mean
  // Shares of the items with a link, a date, an image, a heading, prose, and a comment's or an author's name or phrase.
  float linked, dated, pictured, headed, prose, replied, authored;
};

// For each node, the group that it is an item of, or no_group. Without groups it takes no memory.
class GroupsOfNodes {
 public:
  explicit GroupsOfNodes(std::size_t nodes = 0) : nodes_(nodes) {}

  std::uint32_t operator[](NodeId n) const { return groups_.empty() ? no_group : groups_[n]; }
  void set(NodeId item, std::uint32_t group) {
    if (groups_.empty()) groups_.assign(nodes_, no_group);
    groups_[item] = group;
  }

 private:
  std::size_t nodes_;
  std::vector<std::uint32_t> groups_;
};

struct PageGroups {
  std::vector<Group> list;
  GroupsOfNodes by_node;

  std::size_t size() const { return list.size(); }
  const Group& operator[](std::size_t number) const { return list[number]; }
  auto begin() const { return list.begin(); }
  auto end() const { return list.end(); }
};

// O(nodes · log nodes).
PageGroups find_groups(const Document& page, const PageElements& elements, const PageSums& sums);

}  // namespace pith
