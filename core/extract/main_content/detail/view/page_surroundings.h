// The surroundings of each run of a page view.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/names.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_groups.h"
#include "core/extract/main_content/detail/view/page_runs.h"
#include "core/extract/main_content/detail/view/page_sums.h"
#include "core/extract/main_content/detail/view/places.h"

namespace pith {

// Nearest element around a run that is a place or has a name of a kind: steps up from its `top`, 255 if none.
struct Distances {
  std::array<std::uint8_t, places> place;
  std::array<std::uint8_t, name_kinds> name;

  bool operator==(const Distances&) const = default;
};

struct Surroundings {
  const Distances* distances = nullptr;  // PageSurroundings has them
  std::uint32_t names_here = 0;          // kinds of names on the three innermost elements

  // Elements around it, each with more runs than the one before: `levels[0]` is the first that holds more than this
  // run; the last ones may be the root.
  static constexpr std::size_t level_count = 6;
  std::array<NodeId, level_count> levels{};
  std::uint32_t inner_group = no_group, outer_group = no_group;
  NodeId inner_item = no_node, outer_item = no_node;

  std::uint8_t distance(Place place) const { return distances->place[static_cast<std::size_t>(place)]; }
  std::uint8_t distance(NameKind kind) const { return distances->name[static_cast<std::size_t>(kind)]; }

  bool is_in(Place place) const { return distance(place) < 255; }
  bool is_in_any(std::initializer_list<Place> list) const {
    return std::ranges::any_of(list, [&](Place place) { return is_in(place); });
  }
  bool is_named(NameKind kind, unsigned steps) const { return distance(kind) <= steps; }
  bool is_named_any(std::initializer_list<NameKind> list, unsigned steps) const {
    return std::ranges::any_of(list, [&](NameKind kind) { return is_named(kind, steps); });
  }
};

// By run. Of a dense page, thousands of runs are at the same distances: most of what is alike is kept once.
class PageSurroundings {
 public:
  PageSurroundings() = default;
  PageSurroundings(PageSurroundings&&) = default;
  PageSurroundings& operator=(PageSurroundings&&) = default;
  PageSurroundings(const PageSurroundings&) = delete;
  PageSurroundings& operator=(const PageSurroundings&) = delete;

  const Surroundings& operator[](std::size_t run) const { return list_[run]; }

 private:
  friend PageSurroundings look_around(const Document& page, const PageElements& elements, const PageRuns& runs,
                                      const PageSums& sums, const PageGroups& groups);

  std::deque<Distances> distances_;  // whose elements stay where they are
  std::vector<Surroundings> list_;
};

// O(nodes + runs).
PageSurroundings look_around(const Document& page, const PageElements& elements, const PageRuns& runs,
                             const PageSums& sums, const PageGroups& groups);

}  // namespace pith
