// Plots as SVG text for an HTML page whose style sheet gives the colours: classes `axis`, `grid`, `bar`, `peer`,
// `whisker` and `s0` to `s7`, one per series.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "plugin/measure/bootstrap.h"

namespace pith::eval {

struct Bar {
  std::string label;
  Interval value;  // 0 to 1
  bool is_peer = false;
};

// One bar per line, longest first, with the interval as a whisker and the value at its end.
std::string bar_chart(const std::string& title, std::vector<Bar> bars);

struct Series {
  std::string label;
  std::vector<std::pair<double, double>> points;
};

// Lines through the points over a linear x axis; y from 0 to 1. Each x that occurs has a tick.
std::string line_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                       const std::vector<Series>& series);

// Lines through the points over logarithmic axes; points that are not positive are left out.
std::string log_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                      const std::vector<Series>& series);

}  // namespace pith::eval
