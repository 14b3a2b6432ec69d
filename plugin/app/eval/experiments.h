// The experiments of the four papers, to be repeated on any labelled pages and read beside the papers' own figures.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "plugin/app/eval/evaluation.h"
#include "plugin/app/eval/table.h"

namespace pith::eval {

struct Experiment {
  struct Row {
    std::string label;
    std::string spec;  // as parse_system takes it
    SiblingMode mode;
    unsigned n;
    std::vector<std::string> paper;  // the paper's figures of this row, as its columns; may be empty
  };
  enum class Shape : std::uint8_t {
    system_rows,  // a row a system: nodes and words in recall, precision, F1, and time, as Alarte et al. 2018
    set_columns,  // a row a system, a column a data set, one metric's F1, as Mohammadzadeh et al. 2011
    set_rows,     // a row a data set, a column a system and metric, as Moreno et al. 2009
  };

  std::string name, title;
  Shape shape;
  std::vector<Row> rows;
  std::vector<Metric> metrics;
  bool times = false;            // set_rows: seconds per MB in place of metrics
  std::size_t min_siblings = 0;  // pages of sites that have this many other pages only
  std::size_t min_linked = 0;    // pages that link to this many pages of their site only
  Table paper;                   // the paper's own table, where its rows are not ours; without rows: none
};

std::span<const Experiment> experiments();
const Experiment* find_experiment(std::string_view name);

Result<std::vector<System>> systems_of(const Experiment& experiment);
// Metrics and pages that the experiment is about.
void apply(const Experiment& experiment, Options& options);
// Our table, then the paper's.
std::vector<Table> experiment_tables(const Experiment& experiment, const Evaluation& evaluation);

}  // namespace pith::eval
