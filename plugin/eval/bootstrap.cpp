#include "plugin/eval/bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>

namespace pith::eval {
namespace {

constexpr std::size_t resamples = 1000;

double mean_of(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

}  // namespace

Interval bootstrap_mean(std::span<const double> values) {
  const std::vector<double> set(values.begin(), values.end());
  return bootstrap_mean_of_means(std::span(&set, 1));
}

Interval bootstrap_mean_of_means(std::span<const std::vector<double>> sets) {
  std::vector<const std::vector<double>*> used;
  for (const auto& set : sets)
    if (!set.empty()) used.push_back(&set);
  if (used.empty()) return {};
  const auto count = static_cast<double>(used.size());
  Interval out;
  for (const auto* set : used) out.mean += mean_of(*set) / count;
  std::mt19937 random(20'111);  // any fixed number
  std::vector<double> means(resamples);
  for (double& mean : means)
    for (const auto* set : used) {
      double sum = 0;
      // Not std::uniform_int_distribution: its results differ between standard libraries.
      for (std::size_t i = 0; i < set->size(); ++i) sum += (*set)[random() % set->size()];
      mean += sum / static_cast<double>(set->size()) / count;
    }
  std::sort(means.begin(), means.end());
  out.low = means[resamples * 25 / 1000];
  out.high = means[resamples * 975 / 1000 - 1];
  return out;
}

}  // namespace pith::eval
