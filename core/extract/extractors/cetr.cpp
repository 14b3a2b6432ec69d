// CETR: lines with much text for their tags, separated from the others by clustering.
//
// T. Weninger, W. H. Hsu, J. Han: CETR: content extraction via tag ratios, WWW 2010, 971-980; summed up in the
// chars-nodes ratio paper, §II.
// The tag ratio of a line is its text's characters divided by its tags (by 1 if it has none). The ratios are smoothed
// by a Gaussian. A second number per line says how steeply they rise or fall over the next lines: the absolute value of
// a smoothed derivative. On these two numbers k-means runs with k = 3 and one centroid fixed at the origin; the lines
// of that cluster are not content. Left open, or not known to us, and chosen here: what a line is
// (core/dom/detail/source_lines.h; lines without any text or tag are dropped, as in the original); the width of the
// Gaussian, by measurement over all data sets; where the two free centroids begin (cetr.h), so that the result is
// always the same.
#include "core/extract/extractors/detail/cetr.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/dom/detail/source_lines.h"
#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractor.h"

namespace pith {
namespace cetr {
namespace {

double distance(const Point& a, const Point& b) {
  return (a.ratio - b.ratio) * (a.ratio - b.ratio) + (a.slope - b.slope) * (a.slope - b.slope);
}

// The first of the nearest centroids.
std::size_t nearest(const Point& point, std::span<const Point> centroids) {
  std::size_t best = 0;
  for (std::size_t c = 1; c < centroids.size(); ++c)
    if (distance(point, centroids[c]) < distance(point, centroids[best])) best = c;
  return best;
}

// The first of the points farthest from their nearest centroid.
Point farthest(std::span<const Point> points, std::span<const Point> centroids) {
  Point best = points.front();
  double best_distance = 0;
  for (const Point& point : points) {
    const double d = distance(point, centroids[nearest(point, centroids)]);
    if (d > best_distance) best = point, best_distance = d;
  }
  return best;
}

}  // namespace

std::vector<double> smooth(std::span<const double> values, double deviation) {
  const auto reach = static_cast<std::size_t>(std::ceil(deviation));
  std::vector<double> kernel{1};  // by distance
  for (std::size_t k = 1; k <= reach; ++k)
    kernel.push_back(std::exp(-static_cast<double>(k * k) / (2 * deviation * deviation)));
  std::vector<double> out;
  out.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    double sum = values[i], weight = 1;
    for (std::size_t k = 1; k <= reach; ++k) {
      if (k <= i) sum += values[i - k] * kernel[k], weight += kernel[k];
      if (i + k < values.size()) sum += values[i + k] * kernel[k], weight += kernel[k];
    }
    out.push_back(sum / weight);
  }
  return out;
}

std::vector<double> slopes(std::span<const double> values) {
  std::vector<double> out(values.size());
  for (std::size_t i = 0; i + 1 < values.size(); ++i) {
    const auto next = values.subspan(i + 1, std::min<std::size_t>(3, values.size() - i - 1));
    double sum = 0;
    for (const double value : next) sum += value;
    out[i] = sum / static_cast<double>(next.size()) - values[i];
  }
  return out;
}

std::vector<bool> away_from_origin(std::span<const Point> points) {
  if (points.empty()) return {};
  std::array<Point, 3> centroids{};
  centroids[1] = farthest(points, std::span(centroids).first(1));
  centroids[2] = farthest(points, std::span(centroids).first(2));
  std::vector<std::size_t> cluster(points.size(), 0);
  bool changed = true;
  for (int round = 0; changed && round < 100; ++round) {
    changed = false;
    std::array<Point, 3> sums{};
    std::array<std::size_t, 3> counts{};
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::size_t c = nearest(points[i], centroids);
      changed = changed || c != cluster[i];
      cluster[i] = c;
      sums[c].ratio += points[i].ratio;
      sums[c].slope += points[i].slope;
      ++counts[c];
    }
    for (std::size_t c = 1; c < 3; ++c) {
      const auto count = static_cast<double>(counts[c]);
      if (counts[c] > 0) centroids[c] = {sums[c].ratio / count, sums[c].slope / count};
    }
  }
  std::vector<bool> away(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) away[i] = cluster[i] != 0;
  return away;
}

}  // namespace cetr

namespace {

class Cetr final : public Extractor {
 public:
  explicit Cetr(const Parameters& p) : deviation_(parameter<double>(p, "deviation")) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const SourceLines source = source_lines(page);
    std::vector<double> ratios;
    ratios.reserve(source.lines.size());
    for (const SourceLine& line : source.lines)
      ratios.push_back(static_cast<double>(line.text) / std::max(line.tags, std::uint32_t{1}));
    ratios = cetr::smooth(ratios, deviation_);
    const std::vector<double> slopes = cetr::smooth(cetr::slopes(ratios), deviation_);
    std::vector<cetr::Point> points;
    points.reserve(ratios.size());
    for (std::size_t i = 0; i < ratios.size(); ++i) points.push_back({ratios[i], std::abs(slopes[i])});
    return content_of(page, text_on(page, source, cetr::away_from_origin(points)));
  }

 private:
  double deviation_;
};

}  // namespace

ExtractorInfo cetr_info() {
  return {
      .name = "cetr",
      .version = 1,
      .site_level = false,
      .summary = "lines with much text for their tags, separated from the others by clustering",
      .source = "Weninger, Hsu, Han, CETR: content extraction via tag ratios, WWW 2010",
      .parameters =
          {
              {.name = "deviation",
               .meaning = "standard deviation, in lines, of the Gaussian that smooths the ratios",
               .fallback = 3.0,
               .minimum = 0,
               .maximum = 10},
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Cetr>(p); },
  };
}

}  // namespace pith
