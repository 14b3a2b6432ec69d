#include "indexer_adapter/hits/detail/hit_collector.h"

#include <algorithm>

#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

Facet largest(const std::map<std::string, std::size_t>& counts) {
  Facet facet;
  for (const auto& [value, count] : counts)
    if (count > 0) facet.values.push_back({value, count});
  std::stable_sort(facet.values.begin(), facet.values.end(),
                   [](const FacetValue& a, const FacetValue& b) { return a.count > b.count; });
  if (facet.values.size() > max_facet_values) {
    facet.others = facet.values.size() - max_facet_values;
    facet.values.resize(max_facet_values);
  }
  return facet;
}

constexpr std::int64_t year_divisor = 10'000'000'000;

}  // namespace

HitCollector::HitCollector(const IndexView& view, const FieldMap& fields, const PageBoosts& boosts,
                           const Deadline& deadline, Order order, std::size_t wanted, bool facets)
    : view_(view),
      fields_(fields),
      boosts_(boosts),
      deadline_(deadline),
      order_(order),
      wanted_(wanted),
      with_facets_(facets),
      published_(to_wide(fields[Field::published])),
      years_(facets ? 10'000 : 0) {}

bool HitCollector::better(const FoundDocument& a, const FoundDocument& b) const {
  if (a.bet != b.bet) return a.bet != 0 && (b.bet == 0 || a.bet < b.bet);
  if (a.partial != b.partial) return b.partial;
  if (a.date != b.date) {
    if (a.date == 0 || b.date == 0) return b.date == 0;
    return order_ == Order::newest ? a.date > b.date : a.date < b.date;
  }
  return a.score != b.score ? a.score > b.score : a.document < b.document;
}

void HitCollector::setNextReader(const Lucene::IndexReaderPtr& reader, std::int32_t) {
  end_segment();
  const auto& segments = view_.segments();
  segment_ = &*std::find_if(segments.begin(), segments.end(), [&](const Segment& s) { return s.reader == reader; });
  const bool dated = fields_.has(Field::published) && (with_facets_ || order_ != Order::relevance);
  dates_ = dated ? &segment_->columns->dates(reader, published_) : nullptr;
  if (!with_facets_) return;
  if (fields_.has(Field::site)) sites_.begin(segment_->columns->keywords(reader, to_wide(fields_[Field::site])));
  hosts_.begin(segment_->columns->hosts(reader, to_wide(fields_[Field::url])));
  if (fields_.has(Field::lang)) languages_.begin(segment_->columns->keywords(reader, to_wide(fields_[Field::lang])));
}

void HitCollector::collect(std::int32_t document) {
  deadline_.check();
  const auto preferred = std::ranges::find(best_bets_, segment_->first_document + document);
  const std::size_t bet =
      preferred == best_bets_.end() ? 0 : static_cast<std::size_t>(preferred - best_bets_.begin()) + 1;
  ++total_;
  complete_ += !partial_ || bet != 0;
  const auto at = static_cast<std::size_t>(document);
  const std::int64_t date = dates_ == nullptr ? 0 : (*dates_)[at];
  any_dated_ = any_dated_ || date != 0;
  if (with_facets_) {
    for (Counts* counts : {&sites_, &hosts_, &languages_})
      if (counts->column != nullptr) ++counts->in_segment[counts->column->of[at]];
    ++years_[static_cast<std::size_t>(date / year_divisor)];
  }
  if (wanted_ == 0) return;
  FoundDocument found{segment_->first_document + document, 0, partial_, order_ == Order::relevance ? 0 : date, bet};
  const double score =
      scorer_->score() * boosts_.recency(*segment_, at) * boosts_.depth(*segment_, at) * boosts_.links(*segment_, at);
  const bool full = best_.size() == wanted_;
  found.score = titles_ == nullptr ? score : score * titles_->highest();
  if (full && !better(found, best_.front())) return;  // whatever its title is: most hits end here
  if (titles_ != nullptr) found.score = score * titles_->boost(*segment_, at);
  const auto worse = [this](const FoundDocument& a, const FoundDocument& b) { return better(a, b); };
  if (full) {
    if (!better(found, best_.front())) return;
    std::pop_heap(best_.begin(), best_.end(), worse);
    best_.pop_back();
  }
  best_.push_back(found);
  std::push_heap(best_.begin(), best_.end(), worse);
}

std::vector<FoundDocument> HitCollector::best() const {
  std::vector<FoundDocument> sorted = best_;
  std::sort(sorted.begin(), sorted.end(),
            [this](const FoundDocument& a, const FoundDocument& b) { return better(a, b); });
  return sorted;
}

Facets HitCollector::facets() {
  end_segment();
  std::map<std::string, std::size_t> years;
  for (std::size_t year = 0; year < years_.size(); ++year)
    if (years_[year] > 0) years[year == 0 ? std::string() : std::to_string(year)] = years_[year];
  return {largest(sites_.before), largest(hosts_.before), largest(languages_.before), largest(years)};
}

void HitCollector::end_segment() {
  sites_.end();
  hosts_.end();
  languages_.end();
}

void HitCollector::Counts::begin(const KeywordColumn& next) {
  column = &next;
  in_segment.assign(next.values.size(), 0);
}

void HitCollector::Counts::end() {
  for (std::size_t i = 0; i < in_segment.size(); ++i)
    if (in_segment[i] > 0) before[column->values[i]] += in_segment[i];
  in_segment.clear();
}

}  // namespace pith::index
