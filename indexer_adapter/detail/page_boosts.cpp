#include "indexer_adapter/detail/page_boosts.h"

#include <cmath>
#include <cstddef>

#include "indexer_adapter/detail/text.h"

namespace pith::index {

PageBoosts::PageBoosts(const IndexView& view, const Ranking& ranking, const FieldMap& fields)
    : view_(view),
      ranking_(ranking),
      url_(to_wide(fields[Field::url])),
      newest_(ranking.recency > 0 ? view.newest() : IndexView::Newest()) {}

double PageBoosts::recency(const Segment& segment, std::size_t document) const {
  if (ranking_.recency <= 0) return 1;
  const double day = view_.day_of(segment, document, newest_.by_fetching);
  return day == 0 ? 1 : 1 + ranking_.recency * std::exp2(-(newest_.day - day) / ranking_.recency_days);
}

double PageBoosts::depth(const Segment& segment, std::size_t document) const {
  if (ranking_.depth <= 0) return 1;
  return 1 + ranking_.depth / (1.0 + segment.columns->depths(segment.reader, url_)[document]);
}

}  // namespace pith::index
