#include "indexer_adapter/hits/detail/page_boosts.h"

#include <cmath>
#include <cstddef>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {

PageBoosts::PageBoosts(const IndexView& view, const Ranking& ranking, const FieldMap& fields)
    : view_(view),
      ranking_(ranking),
      newest_(ranking.recency > 0 ? view.newest() : IndexView::Newest()),
      links_(ranking.links > 0 && !view.links().empty() ? &view.links() : nullptr) {
  if (ranking.depth > 0)
    for (const Segment& segment : view.segments())
      depths_.push_back(&segment.columns->depths(segment.reader, to_wide(fields[Field::url]),
                                                 view.chosen(segment, DocumentKind::page)));
  for (std::size_t i = 0; i < boosts_of_few_.size(); ++i) boosts_of_few_[i] = of_links(i);
}

double PageBoosts::recency(const Segment& segment, std::size_t document) const {
  if (ranking_.recency <= 0) return 1;
  const double day = view_.day_of(segment, document, newest_.by_fetching);
  return day == 0 ? 1 : 1 + ranking_.recency * std::exp2(-(newest_.day - day) / ranking_.recency_days);
}

double PageBoosts::depth(const Segment& segment, std::size_t document) const {
  return depths_.empty() ? 1 : 1 + ranking_.depth / (1.0 + (*depths_[place_of(segment)])[document]);
}

std::uint32_t PageBoosts::linking(const Segment& segment, std::size_t document) const {
  return links_ == nullptr ? 0 : (*links_)[place_of(segment)][document];
}

double PageBoosts::links(const Segment& segment, std::size_t document) const {
  if (links_ == nullptr) return 1;
  const std::size_t count = linking(segment, document);
  return count < boosts_of_few_.size() ? boosts_of_few_[count] : of_links(count);
}

std::size_t PageBoosts::place_of(const Segment& segment) const {
  return static_cast<std::size_t>(&segment - view_.segments().data());
}

double PageBoosts::of_links(std::size_t count) const {
  return std::pow(1.0 + static_cast<double>(count), ranking_.links);
}

}  // namespace pith::index
