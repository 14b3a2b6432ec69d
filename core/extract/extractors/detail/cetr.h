// The steps of CETR that work on rows of numbers, each by itself.
#pragma once

#include <span>
#include <vector>

namespace pith::cetr {

struct Point {
  double ratio, slope;  // both smoothed
};

// Each value becomes the mean of its neighbourhood, weighted by a Gaussian of this standard deviation (0: as it is)
// that is cut off at the deviation, rounded up. Beyond the ends is nothing. O(values * deviation).
std::vector<double> smooth(std::span<const double> values, double deviation);

// How much the mean of the next three values (of what there is of them) differs from each value; 0 for the last.
// O(values).
std::vector<double> slopes(std::span<const double> values);

// k-means with three clusters of which one has its centroid fixed at the origin: flags the points that are not in that
// one. The other two start at the point farthest from the origin and at the one farthest from both; ties go to the
// first, a point as near to two centroids belongs to the first of them. At most 100 rounds, each O(points).
std::vector<bool> away_from_origin(std::span<const Point> points);

}  // namespace pith::cetr
