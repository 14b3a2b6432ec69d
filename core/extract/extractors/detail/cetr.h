// The steps of CETR that work on rows of numbers, each by itself.
#pragma once

#include <span>
#include <vector>

namespace pith::cetr {

struct Point {
  double ratio, slope;  // both smoothed
};

// Each value becomes the mean of its neighbourhood, weighted by a Gaussian of this standard deviation (0: unchanged)
// that is cut off at the deviation, rounded up. There are no values beyond the ends. O(values * deviation).
std::vector<double> smooth(std::span<const double> values, double deviation);

// How much the mean of the next three values (fewer at the end) differs from each value; 0 for the last. O(values).
std::vector<double> slopes(std::span<const double> values);

// k-means with three clusters, one with its centroid fixed at the origin: flags the points outside of that cluster. The
// other two start at the point farthest from the origin and at the point farthest from both. Ties go to the first
// point; a point equally near to two centroids belongs to the first of them. At most 100 rounds, each O(points).
std::vector<bool> away_from_origin(std::span<const Point> points);

}  // namespace pith::cetr
