// What boosts a page whatever the query (ranking.h): its age, its place in the site, links to it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/ranking.h"

namespace pith::index {

// Ages are relative to the index's newest page, not to today: the same index gives the same order next year.
class PageBoosts {
 public:
  PageBoosts(const IndexView& view, const Ranking& ranking, const FieldMap& fields);

  // Each is 1 if it is switched off, or unknown for the page.
  double recency(const Segment& segment, std::size_t document) const;
  double depth(const Segment& segment, std::size_t document) const;
  double links(const Segment& segment, std::size_t document) const;

  // The number that links() follows from; 0 if it is switched off.
  std::uint32_t linking(const Segment& segment, std::size_t document) const;

 private:
  std::size_t place_of(const Segment& segment) const;
  double of_links(std::size_t count) const;

  const IndexView& view_;
  const Ranking ranking_;
  const IndexView::Newest newest_;
  std::vector<const std::vector<std::uint32_t>*> depths_;       // by segment; empty: switched off
  const std::vector<std::vector<std::uint32_t>>* const links_;  // null: switched off, or nothing links
  std::array<double, 64> boosts_of_few_;                        // by number of links: most pages have few
};

}  // namespace pith::index
