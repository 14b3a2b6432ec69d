#include "plugin/measure/measurement_summary.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace pith::measure {
namespace {

constexpr std::size_t enough_sites = 10;  // to draw sites

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

std::string cluster_of(const QueryOutcome& outcome, const Measurement& measurement) {
  const std::string& url = outcome.query.relevant.front().url;
  std::string site = is_clustered_by_site(measurement) ? measurement.indexes.site_of(url) : std::string();
  return site.empty() ? url : site;
}

KindSummary summarise(QueryKind kind, const std::vector<const QueryOutcome*>& outcomes,
                      const Measurement& measurement) {
  KindSummary out;
  out.kind = kind;
  out.queries = outcomes.size();
  out.has_irrelevant = std::any_of(outcomes.begin(), outcomes.end(),
                                   [](const QueryOutcome* outcome) { return !outcome->query.irrelevant.empty(); });
  std::map<std::string, std::uint32_t> clusters;
  std::vector<std::uint32_t> cluster;
  for (const QueryOutcome* outcome : outcomes)
    cluster.push_back(
        clusters.emplace(cluster_of(*outcome, measurement), static_cast<std::uint32_t>(clusters.size())).first->second);
  for (std::size_t f = 0; f < figures().size(); ++f) {
    std::vector<eval::PageValue> whole, main, difference;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
      const double before = figures()[f].of(outcomes[i]->whole), after = figures()[f].of(outcomes[i]->main);
      whole.push_back({cluster[i], before});
      main.push_back({cluster[i], after});
      difference.push_back({cluster[i], after - before});
    }
    out.figures[f] = {eval::bootstrap_mean({&whole, 1}), eval::bootstrap_mean({&main, 1}),
                      eval::bootstrap_mean({&difference, 1})};
  }
  std::vector<double> whole, main;
  for (const QueryOutcome* outcome : outcomes) {
    whole.push_back(static_cast<double>(outcome->whole.hits));
    main.push_back(static_cast<double>(outcome->main.hits));
  }
  out.whole_median_hits = median(std::move(whole));
  out.main_median_hits = median(std::move(main));
  return out;
}

}  // namespace

const std::array<Figure, 9>& figures() {
  static const std::array<Figure, 9> list = {{
      {"found", [](const Answer& a) { return a.found ? 1.0 : 0.0; }, true},
      {"MRR", [](const Answer& a) { return a.scores.reciprocal_rank; }, true},
      {"success@1", [](const Answer& a) { return a.scores.success_1; }, true},
      {"nDCG@10", [](const Answer& a) { return a.scores.ndcg_10; }, true},
      {"precision@10", [](const Answer& a) { return a.scores.precision_10; }, true},
      {"judged@10", [](const Answer& a) { return a.scores.judged_10; }, true},
      {"MRR, all fields", [](const Answer& a) { return a.reciprocal_rank_all_fields; }, true},
      {"hits per query", [](const Answer& a) { return static_cast<double>(a.hits); }, false},
      {"ms per query", [](const Answer& a) { return a.milliseconds; }, false},
  }};
  return list;
}

bool is_clustered_by_site(const Measurement& measurement) { return measurement.indexes.sites >= enough_sites; }

std::vector<KindSummary> by_kind(const Measurement& measurement) {
  std::map<QueryKind, std::vector<const QueryOutcome*>> kinds;
  for (const QueryOutcome& outcome : measurement.outcomes) kinds[outcome.query.kind].push_back(&outcome);
  std::vector<KindSummary> out;
  for (const auto& [kind, outcomes] : kinds) out.push_back(summarise(kind, outcomes, measurement));
  return out;
}

double time_quantile(const Measurement& measurement, Answer QueryOutcome::*side, double p) {
  std::vector<double> times;
  for (const QueryOutcome& outcome : measurement.outcomes) times.push_back((outcome.*side).milliseconds);
  if (times.empty()) return 0;
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(std::floor(p * static_cast<double>(times.size() - 1) + 0.5))];
}

std::vector<const QueryOutcome*> changed(const Measurement& measurement) {
  const auto gain = [](const QueryOutcome* o) {
    return o->main.scores.reciprocal_rank - o->whole.scores.reciprocal_rank;
  };
  std::vector<const QueryOutcome*> out;
  for (const QueryOutcome& outcome : measurement.outcomes)
    if (std::abs(gain(&outcome)) > 1e-9) out.push_back(&outcome);
  std::stable_sort(out.begin(), out.end(),
                   [&](const QueryOutcome* a, const QueryOutcome* b) { return gain(a) > gain(b); });
  return out;
}

}  // namespace pith::measure
