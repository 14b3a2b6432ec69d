// What `pith measure` says: tables, JSON and a page to look at, all made from one measurement.
#pragma once

#include <string>
#include <vector>

#include "plugin/app/eval/table.h"
#include "plugin/app/measure/measurement.h"

namespace pith::measure {

struct ReportOptions {
  std::string title = "Main content against whole pages";
  std::size_t shown = 10;  // queries that gained most, and that lost most
};

// Of what and how, and how to read the figures: some sentences, one a line.
std::vector<std::string> preface(const Measurement& measurement);

// The two indexes; then the scores of each kind of query side by side, with 95 % intervals of the differences; then the
// queries whose reciprocal rank changed most, if there are any.
std::vector<eval::Table> report_tables(const Measurement& measurement, const ReportOptions& options);

// Everything, each query included.
std::string report_json(const Measurement& measurement, const ReportOptions& options);

// A page that needs nothing but itself.
std::string report_html(const Measurement& measurement, const ReportOptions& options);

}  // namespace pith::measure
