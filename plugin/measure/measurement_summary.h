// A measurement in numbers: means over the queries of each kind, with intervals.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "plugin/measure/bootstrap.h"
#include "plugin/measure/measurement.h"

namespace pith::measure {

struct Figure {
  std::string_view name;
  double (*of)(const Answer&);
  bool is_share;  // from 0 to 1
};

// found, MRR, success@1, nDCG@10, precision@10, judged@10, MRR with all fields, hits per query, ms per query.
const std::array<Figure, 9>& figures();
inline constexpr std::size_t found = 0, mrr = 1, judged = 5, mrr_all_fields = 6, hits_per_query = 7;  // in figures()

struct FigureSummary {
  eval::Interval whole, main, difference;  // main minus whole, paired by query
};

struct KindSummary {
  QueryKind kind = QueryKind::user;
  std::size_t queries = 0;
  bool has_irrelevant = false;           // pages are judged not to answer; else judged@10 says nothing
  std::array<FigureSummary, 9> figures;  // in the order of figures()
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
