// How sure a mean over pages is: 95 % bootstrap intervals, clustered by site.
//
// Pages of one site share a template: an extractor that fails on one fails on most. Intervals that draw pages treat
// them as independent and are too narrow. So whole sites are drawn with replacement, as many as there are, and the mean
// is over all pages of the drawn sites (the cluster bootstrap of Field and Welsh, Bootstrapping clustered data, 2007).
//
// Few sites: with two, the interval reaches from one's mean to the other's, which is hardly an interval; below about
// ten it is still too narrow. With one site there is nothing to draw: its pages are drawn instead, and `by_page` says
// so, since such an interval says nothing about other sites.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pith::eval {

struct Interval {
  double mean = 0, low = 0, high = 0;
  bool by_page = false;  // a set has only one site, so pages were drawn
};

struct PageValue {
  std::uint32_t site = 0;  // numbers from 0 within the set; the largest decides the memory used
  double value = 0;
};

// The mean of the sets' means over pages, every set counting the same, with its percentile interval: 1,000 resamples,
// each drawing within each set, with a fixed seed, so that the same values give the same interval. For a single set, it
// is the mean over its pages. Empty sets do not count; all zero without any page. O(pages + 1,000 · sites).
Interval bootstrap_mean(std::span<const std::vector<PageValue>> sets);

}  // namespace pith::eval
