#include "plugin/measure/svg_plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "plugin/measure/table.h"

namespace pith::eval {
namespace {

constexpr int width = 720;
constexpr std::size_t colours = 8;

std::string text(double x, double y, const char* anchor, const std::string& content) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor,
                     escape_html(content));
}

std::string line(const char* css, double x1, double y1, double x2, double y2) {
  return fmt::format("<line class=\"{}\" x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\"/>\n", css, x1, y1, x2,
                     y2);
}

std::string frame(const std::string& title, double height, const std::string& body) {
  return fmt::format("<svg viewBox=\"0 0 {} {:.0f}\" role=\"img\" aria-label=\"{}\"><title>{}</title>\n{}</svg>\n",
                     width, height, escape_html(title), escape_html(title), body);
}

// The plotting area of charts with two axes.
struct Area {
  double left = 60, right = 540, top = 16, bottom = 300;
};

// Line and dots of the i-th series; if the colours run out, dashes distinguish the lines. Points that the axes cannot
// show (not positive on logarithmic ones) give no coordinate and are left out.
template <typename X, typename Y>
std::string polyline(const Series& series, std::size_t i, const X& x_of, const Y& y_of) {
  static constexpr const char* dashes[] = {"none", "6 3", "2 3"};
  std::string points, dots;
  for (const auto& [x, y] : series.points) {
    const double at_x = x_of(x), at_y = y_of(y);
    if (!std::isfinite(at_x) || !std::isfinite(at_y)) continue;
    points += fmt::format("{:.1f},{:.1f} ", at_x, at_y);
    dots += fmt::format("<circle class=\"s{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"2.5\"/>\n", i % colours, at_x, at_y);
  }
  return fmt::format("<polyline class=\"s{}\" stroke-dasharray=\"{}\" points=\"{}\"/>\n", i % colours,
                     dashes[i / colours % 3], points) +
         dots;
}

std::string legend(const Area& area, const std::vector<Series>& series) {
  std::string out;
  double y = area.top + 8;
  for (std::size_t i = 0; i < series.size(); ++i, y += 16) {
    const Series sample{"", {{area.right + 12, y - 4}, {area.right + 30, y - 4}}};
    const auto same = [](double v) { return v; };
    out += polyline(sample, i, same, same);
    out += text(area.right + 38, y, "start", series[i].label);
  }
  return out;
}

double chart_height(const Area& area, const std::vector<Series>& series) {
  return std::max(area.bottom + 44, area.top + 16.0 * static_cast<double>(series.size()) + 16);
}

std::string axis_labels(const Area& area, const std::string& x_label, const std::string& y_label) {
  return text((area.left + area.right) / 2, area.bottom + 36, "middle", x_label) +
         fmt::format("<text transform=\"translate(14 {:.0f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
                     (area.top + area.bottom) / 2, escape_html(y_label));
}

}  // namespace

std::string bar_chart(const std::string& title, std::vector<Bar> bars) {
  std::stable_sort(bars.begin(), bars.end(), [](const Bar& a, const Bar& b) { return a.value.mean > b.value.mean; });
  constexpr double row = 20, left = 190, right = 660;
  const double height = row * static_cast<double>(bars.size()) + 26;
  const auto at = [](double value) { return left + (right - left) * std::clamp(value, 0.0, 1.0); };
  std::string body;
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    body += line("grid", at(tenth / 10.0), 4, at(tenth / 10.0), height - 18);
    body += text(at(tenth / 10.0), height - 4, "middle", fmt::format("{:.1f}", tenth / 10.0));
  }
  double y = 6;
  for (const Bar& bar : bars) {
    body += text(left - 8, y + 11, "end", bar.label);
    body += fmt::format("<rect class=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"13\"/>\n",
                        bar.is_peer ? "peer" : "bar", left, y, at(bar.value.mean) - left);
    body += line("whisker", at(bar.value.low), y + 6.5, at(bar.value.high), y + 6.5);
    body +=
        text(at(std::max(bar.value.high, bar.value.mean)) + 6, y + 11, "start", fmt::format("{:.3f}", bar.value.mean));
    y += row;
  }
  return frame(title, height, body);
}

std::string line_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                       const std::vector<Series>& series) {
  const Area area;
  std::set<double> ticks;
  for (const Series& s : series)
    for (const auto& [x, y] : s.points) ticks.insert(x);
  if (ticks.empty()) return {};
  const double low = *ticks.begin(), high = std::max(*ticks.rbegin(), low + 1);
  const auto x_of = [&](double x) { return area.left + (area.right - area.left) * (x - low) / (high - low); };
  const auto y_of = [&](double y) { return area.bottom - (area.bottom - area.top) * std::clamp(y, 0.0, 1.0); };
  std::string body;
  for (int tenth = 0; tenth <= 10; tenth += 2) {
    body += line("grid", area.left, y_of(tenth / 10.0), area.right, y_of(tenth / 10.0));
    body += text(area.left - 6, y_of(tenth / 10.0) + 4, "end", fmt::format("{:.1f}", tenth / 10.0));
  }
  for (const double x : ticks) body += text(x_of(x), area.bottom + 16, "middle", fmt::format("{:g}", x));
  for (std::size_t i = 0; i < series.size(); ++i) body += polyline(series[i], i, x_of, y_of);
  return frame(title, chart_height(area, series), body + axis_labels(area, x_label, y_label) + legend(area, series));
}

std::string log_chart(const std::string& title, const std::string& x_label, const std::string& y_label,
                      const std::vector<Series>& series) {
  const Area area;
  double x_low = 1e300, x_high = 0, y_low = 1e300, y_high = 0;
  for (const Series& s : series)
    for (const auto& [x, y] : s.points) {
      if (x <= 0 || y <= 0) continue;
      x_low = std::min(x_low, x), x_high = std::max(x_high, x);
      y_low = std::min(y_low, y), y_high = std::max(y_high, y);
    }
  if (x_high == 0) return {};
  const double x0 = std::floor(std::log10(x_low)), x1 = std::max(x0 + 1, std::ceil(std::log10(x_high)));
  const double y0 = std::floor(std::log10(y_low)), y1 = std::max(y0 + 1, std::ceil(std::log10(y_high)));
  const auto x_of = [&](double x) { return area.left + (area.right - area.left) * (std::log10(x) - x0) / (x1 - x0); };
  const auto y_of = [&](double y) { return area.bottom - (area.bottom - area.top) * (std::log10(y) - y0) / (y1 - y0); };
  std::string body;
  for (double power = x0; power <= x1; ++power) {
    body += line("grid", x_of(std::pow(10, power)), area.top, x_of(std::pow(10, power)), area.bottom);
    body += text(x_of(std::pow(10, power)), area.bottom + 16, "middle", fmt::format("{:g}", std::pow(10, power)));
  }
  for (double power = y0; power <= y1; ++power) {
    body += line("grid", area.left, y_of(std::pow(10, power)), area.right, y_of(std::pow(10, power)));
    body += text(area.left - 6, y_of(std::pow(10, power)) + 4, "end", fmt::format("{:g}", std::pow(10, power)));
  }
  for (std::size_t i = 0; i < series.size(); ++i) body += polyline(series[i], i, x_of, y_of);
  return frame(title, chart_height(area, series), body + axis_labels(area, x_label, y_label) + legend(area, series));
}

}  // namespace pith::eval
