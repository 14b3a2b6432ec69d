// What boosts a page whatever the query (ranking.h): its age and its place in the site.
#pragma once

#include <cstddef>
#include <string>

#include "indexer_adapter/detail/index_view.h"
#include "indexer_adapter/ranking.h"
#include "indexer_adapter/schema.h"

namespace pith::index {

// Ages are relative to the index's newest page, not to today: the same index gives the same order next year.
class PageBoosts {
 public:
  PageBoosts(const IndexView& view, const Ranking& ranking, const FieldMap& fields);

  // Each is 1 if it is switched off, or unknown for the page.
  double recency(const Segment& segment, std::size_t document) const;
  double depth(const Segment& segment, std::size_t document) const;

 private:
  const IndexView& view_;
  const Ranking ranking_;
  const std::wstring url_;
  const IndexView::Newest newest_;
};

}  // namespace pith::index
