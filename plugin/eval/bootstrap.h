// How sure a mean is: bootstrap intervals.
#pragma once

#include <span>
#include <vector>

namespace pith::eval {

struct Interval {
  double mean = 0, low = 0, high = 0;
};

// The mean of the values and its 95 % percentile-bootstrap interval: 1,000 resamples with a fixed seed, so that the same
// values give the same interval. All zero for no values. O(1,000 · values).
Interval bootstrap_mean(std::span<const double> values);

// The mean of the sets' means, every set counting the same; each resample draws within each set. Empty sets do not count.
Interval bootstrap_mean_of_means(std::span<const std::vector<double>> sets);

}  // namespace pith::eval
