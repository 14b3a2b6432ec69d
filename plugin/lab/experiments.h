// The experiments of the four papers, to repeat on any labelled pages and read beside the papers' own figures.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "plugin/lab/evaluation.h"
#include "plugin/measure/table.h"

namespace pith::eval {

struct Experiment {
  struct Row {
    std::string label;
    std::string spec;  // for parse_system
    SiblingMode mode;
    unsigned n;
    std::vector<std::string> paper;  // the paper's figures for this row, by its columns; may be empty
  };
  enum class Shape : std::uint8_t {
    system_rows,  // one row per system: nodes and words in recall, precision, F1, and time, as in Alarte et al. 2018
    set_columns,  // one row per system, one column per set: one metric's F1, as in Mohammadzadeh et al. 2011
    set_rows,     // one row per set, one column per system and metric, as in Moreno et al. 2009
  };

  std::string name, title;
  Shape shape;
  std::vector<Row> rows;
  std::vector<Metric> metrics;
  bool times = false;            // set_rows: seconds per MB instead of metrics
  std::size_t min_siblings = 0;  // only pages of sites with this many other pages
  std::size_t min_linked = 0;    // only pages that link to this many pages of their site
  Table paper;                   // the paper's own table, if its rows are not ours; without rows: none
};

std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

Result<std::vector<System>> systems_of(const Experiment& experiment);
// The experiment's metrics and pages. Headlines and captions count as content, as in the papers.
void apply(const Experiment& experiment, Options& options);
// Our table, then the paper's.
std::vector<Table> experiment_tables(const Experiment& experiment, const Evaluation& evaluation);

}  // namespace pith::eval
