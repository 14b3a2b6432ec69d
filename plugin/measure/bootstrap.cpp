#include "plugin/measure/bootstrap.h"

#include <algorithm>
#include <cstddef>
#include <random>

namespace pith::eval {
namespace {

constexpr std::size_t resamples = 1000;

// The unit of drawing: a site, or a page of the only site.
struct Cluster {
  double sum = 0, pages = 0;

  void add(const Cluster& other) {
    sum += other.sum;
    pages += other.pages;
  }
};

std::vector<Cluster> sites_of(const std::vector<PageValue>& pages) {
  std::vector<Cluster> sites;
  for (const PageValue& page : pages) {
    if (page.site >= sites.size()) sites.resize(page.site + std::size_t{1});
    sites[page.site].add({page.value, 1});
  }
  std::erase_if(sites, [](const Cluster& site) { return site.pages == 0; });
  return sites;
}

std::vector<Cluster> pages_of(const std::vector<PageValue>& pages) {
  std::vector<Cluster> out;
  for (const PageValue& page : pages) out.push_back({page.value, 1});
  return out;
}

double mean_of(const std::vector<Cluster>& clusters) {
  Cluster all;
  for (const Cluster& cluster : clusters) all.add(cluster);
  return all.sum / all.pages;
}

double drawn_mean(const std::vector<Cluster>& clusters, std::mt19937& random) {
  Cluster drawn;
  // Not std::uniform_int_distribution: its results differ between standard libraries.
  for (std::size_t i = 0; i < clusters.size(); ++i) drawn.add(clusters[random() % clusters.size()]);
  return drawn.sum / drawn.pages;
}

}  // namespace

Interval bootstrap_mean(std::span<const std::vector<PageValue>> sets) {
  Interval out;
  std::vector<std::vector<Cluster>> used;
  for (const auto& pages : sets) {
    if (pages.empty()) continue;
    used.push_back(sites_of(pages));
    if (used.back().size() > 1) continue;
    used.back() = pages_of(pages);
    out.by_page = true;
  }
  if (used.empty()) return out;
  const auto count = static_cast<double>(used.size());
  for (const auto& clusters : used) out.mean += mean_of(clusters) / count;
  std::mt19937 random(20'111);  // any fixed number
  std::vector<double> means(resamples);
  for (double& mean : means)
    for (const auto& clusters : used) mean += drawn_mean(clusters, random) / count;
  std::sort(means.begin(), means.end());
  out.low = means[resamples * 25 / 1000];
  out.high = means[resamples * 975 / 1000 - 1];
  return out;
}

}  // namespace pith::eval
