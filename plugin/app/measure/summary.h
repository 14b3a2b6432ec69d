// A measurement in numbers: means over the queries of each kind, with intervals.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "plugin/app/eval/bootstrap.h"
#include "plugin/app/measure/measurement.h"

namespace pith::measure {

struct Figure {
  std::string_view name;
  double (*of)(const Answer&);
  bool is_share;  // from 0 to 1
};

// found, MRR, nDCG@10, precision@10, MRR with all fields, hits per query, ms per query.
const std::array<Figure, 7>& figures();
inline constexpr std::size_t mrr = 1, mrr_all_fields = 4;  // in figures()

struct FigureSummary {
  eval::Interval whole, main, difference;  // main minus whole, paired by query
};

struct KindSummary {
  QueryKind kind = QueryKind::user;
  std::size_t queries = 0;
  std::array<FigureSummary, 7> figures;  // in the order of figures()
  double whole_median_hits = 0, main_median_hits = 0;
};

// Kinds in order, without those that have no queries. Intervals are clustered, because queries of one template, or with
// one answer, succeed and fail together: by the site of the first relevant page if the index has at least ten sites,
// else by the first relevant page.
std::vector<KindSummary> by_kind(const Measurement& measurement);
bool is_clustered_by_site(const Measurement& measurement);

// Over all queries, in milliseconds; p from 0 to 1.
double time_quantile(const Measurement& measurement, Answer QueryOutcome::*side, double p);

// The outcomes with a changed reciprocal rank: largest gain first. Ties in the order of the measurement.
std::vector<const QueryOutcome*> changed(const Measurement& measurement);

}  // namespace pith::measure
