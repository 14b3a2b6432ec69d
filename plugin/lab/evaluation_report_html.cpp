#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "plugin/lab/evaluation_report.h"
#include "plugin/lab/reliability.h"
#include "plugin/measure/html_page.h"
#include "plugin/measure/svg_plot.h"

namespace pith::eval {
namespace {

// Word F1 over n, one line an extractor: systems that differ in n only.
std::vector<Series> series_over_n(const Evaluation& evaluation, const Group& group) {
  std::vector<Series> out;
  std::map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i) {
    const System& system = evaluation.systems[i];
    const MetricSummary* words = group.systems[i].metric(Metric::words);
    if (!system.site_level || !words) continue;
    const std::string name = system.label.substr(0, system.label.find(", n="));
    const auto [at, fresh] = by_name.emplace(name, out.size());
    if (fresh) out.push_back({name, {}});
    out[at->second].points.emplace_back(system.n, words->f1.mean);
  }
  std::erase_if(out, [](const Series& s) { return s.points.size() < 2; });
  return out;
}

// Median times of pages of about the same size: half an order of magnitude each. A site-level extractor without a
// sibling has nothing to do, and does not count.
std::vector<Series> time_against_size(const Evaluation& evaluation) {
  std::vector<Series> out;
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i) {
    std::map<int, std::vector<std::pair<double, double>>> bins;  // time and size
    for (const SetOutcome& set : evaluation.sets)
      for (const PageOutcome& page : set.pages)
        if (page.skipped.empty() && page.bytes > 0 &&
            (!evaluation.systems[i].site_level || page.systems[i].siblings > 0)) {
          const double kilobytes = static_cast<double>(page.bytes) / 1000;
          bins[static_cast<int>(std::floor(2 * std::log10(kilobytes)))].emplace_back(page.systems[i].extract_ms,
                                                                                     kilobytes);
        }
    Series series{evaluation.systems[i].label, {}};
    for (auto& [bin, points] : bins) {
      const auto middle = points.begin() + static_cast<std::ptrdiff_t>(points.size() / 2);
      std::nth_element(points.begin(), middle, points.end());
      series.points.emplace_back(std::pow(10, (bin + 0.5) / 2), middle->first);
    }
    out.push_back(std::move(series));
  }
  return out;
}

std::string bars_of(const Group& group) {
  std::vector<Bar> bars;
  for (const SystemSummary& system : group.systems)
    if (const MetricSummary* words = system.metric(Metric::words))
      bars.push_back({system.name(), words->f1, system.is_peer});
  return bars.empty() ? std::string() : bar_chart("Word F1, " + group.name, std::move(bars));
}

std::string wide(const Table& table) { return "<div class=\"wide\">" + to_html(table) + "</div>\n"; }

std::string folded(const std::string& summary, const Table& table) {
  if (table.rows.empty()) return {};
  return "<details><summary>" + escape_html(summary) + "</summary>\n" + wide(table) + "</details>\n";
}

std::string anchor(const std::string& name) {
  std::string out = "set-";
  for (const char c : name) out += std::isalnum(static_cast<unsigned char>(c)) ? c : '-';
  return out;
}

}  // namespace

std::string report_html(const Evaluation& evaluation, const ReportOptions& options) {
  const std::vector<Group> groups = by_set(evaluation, options.peers);
  std::string body = "<h1>" + escape_html(options.title) + "</h1>\n<p class=\"note\">" +
                     escape_html(provenance(evaluation, options)) + "</p>\n<p class=\"note\">" + escape_html(legend()) +
                     "</p>\n<nav>";
  const auto link = [&](const Group& group) {
    body += "<a href=\"#" + anchor(group.name) + "\">" + escape_html(group.name) + "</a>";
  };
  if (groups.size() > evaluation.sets.size()) link(groups.back());
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) link(groups[s]);
  body += "</nav>\n";
  for (const Table& table : options.first) body += wide(table);
  const auto section = [&](const Group& group, const SetOutcome* set) {
    body += "<h2 id=\"" + anchor(group.name) + "\">" + escape_html(group.name) + "</h2>\n" + bars_of(group) +
            wide(group_table(evaluation, group));
    const auto over_n = series_over_n(evaluation, group);
    if (!over_n.empty()) body += line_chart("Word F1 against n, " + group.name, "siblings, n", "word F1", over_n);
    if (!set) return;
    body += folded("By page type", breakdown_table(evaluation, *set, Breakdown::type));
    body += folded("By site", breakdown_table(evaluation, *set, Breakdown::site));
    body += folded("By page", breakdown_table(evaluation, *set, Breakdown::page));
  };
  if (groups.size() > evaluation.sets.size()) section(groups.back(), nullptr);
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) section(groups[s], &evaluation.sets[s]);

  for (const Table& table : reliability_tables(evaluation)) body += wide(table);
  body += "<h2>Run time against page size</h2>\n" + log_chart("Run time against page size", "page, kB",
                                                              "extraction alone, median, ms",
                                                              time_against_size(evaluation));
  const auto worst = worst_tables(evaluation, options);
  if (!worst.empty()) {
    body += "<h2>Worst pages</h2>\n<div class=\"words\">";
    for (const Table& table : worst) body += wide(table);
    body += "</div>\n";
  }
  return html_page(options.title, body);
}

}  // namespace pith::eval
