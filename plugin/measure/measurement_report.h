// The output of `pith measure`: tables, JSON and an HTML page, all from one measurement.
#pragma once

#include <string>
#include <vector>

#include "plugin/measure/measurement.h"
#include "plugin/measure/table.h"

namespace pith::measure {

struct ReportOptions {
  std::string title = "Main content against whole pages";
  std::size_t shown = 10;  // queries that gained most, and those that lost most
};

// What was measured and how, and how to read the figures: some sentences, one per line.
std::vector<std::string> preface(const Measurement& measurement);

// The two indexes; then the scores for each kind of query side by side, with 95 % intervals of the differences; then
// the queries whose reciprocal rank changed most, if any.
std::vector<eval::Table> report_tables(const Measurement& measurement, const ReportOptions& options);

// Everything, including each query.
std::string report_json(const Measurement& measurement, const ReportOptions& options);

// A self-contained page.
std::string report_html(const Measurement& measurement, const ReportOptions& options);

}  // namespace pith::measure
