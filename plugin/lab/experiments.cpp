#include "plugin/lab/experiments.h"

#include <fmt/format.h>

#include <utility>

#include "core/text/number.h"
#include "plugin/lab/evaluation_summary.h"

namespace pith::eval {
namespace {

std::string percent(double value) { return fmt::format("{:.2f}", 100 * value); }

void append(std::vector<std::string>& row, const MetricSummary* summary) {
  if (!summary)
    row.insert(row.end(), 3, "–");
  else
    row.insert(row.end(), {percent(summary->recall.mean), percent(summary->precision.mean), percent(summary->f1.mean)});
}

// The mean of several sets, or the only set.
Table system_rows(const Experiment& experiment, const Evaluation& evaluation) {
  const Group group = by_set(evaluation, nullptr).back();
  Table table;
  table.title = fmt::format("Ours, {} ({}), in %", group.name, counted(group.pages, "page"));
  table.header = {"", "nodes R", "P", "F1", "words R", "P", "F1", "ms/page"};
  for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
    std::vector<std::string> row = {experiment.rows[i].label};
    append(row, group.systems[i].metric(Metric::nodes));
    append(row, group.systems[i].metric(Metric::words));
    row.push_back(fmt::format("{:.2f}", group.systems[i].extract_ms));
    table.rows.push_back(std::move(row));
  }
  std::size_t golds = 0, sets = 0;
  for (const SetOutcome& set : evaluation.sets) {
    golds += set.node_golds - set.node_golds_unmapped;
    sets += set.node_golds > set.node_golds_unmapped;
  }
  table.note = fmt::format("Node columns: {} of {} {} node gold.", counted(golds, "page"), counted(sets, "set"),
                           golds == 1 ? "has" : "have");
  return table;
}

// The paper's figures for the same rows.
Table paper_rows(const Experiment& experiment) {
  Table table;
  table.title = "The paper, its own pages, in %";
  table.header = {"", "nodes R", "P", "F1", "words R", "P", "F1", "s/page"};
  for (const Experiment::Row& row : experiment.rows) {
    if (row.paper.empty()) continue;
    table.rows.push_back({row.label});
    table.rows.back().insert(table.rows.back().end(), row.paper.begin(), row.paper.end());
  }
  return table;
}

Table set_columns(const Experiment& experiment, const Evaluation& evaluation) {
  const auto groups = by_set(evaluation, nullptr);
  Table table;
  table.title = fmt::format("Ours: {} F1", name_of(experiment.metrics.front()));
  table.header = {""};
  for (const Group& group : groups) table.header.push_back(group.name);
  for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
    std::vector<std::string> row = {experiment.rows[i].label};
    for (const Group& group : groups) {
      const MetricSummary* summary = group.systems[i].metric(experiment.metrics.front());
      row.push_back(summary ? fmt::format("{:.4f}", summary->f1.mean) : "–");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table set_rows(const Experiment& experiment, const Evaluation& evaluation) {
  Table table;
  table.title = experiment.times ? "Ours: s/MB, with decoding and parsing" : "Ours: F1 in %";
  table.header = {"set"};
  for (const Experiment::Row& row : experiment.rows) {
    if (experiment.times)
      table.header.push_back(row.label);
    else
      for (const Metric metric : experiment.metrics)
        table.header.push_back(experiment.metrics.size() > 1 ? fmt::format("{} {}", row.label, name_of(metric))
                                                             : row.label);
  }
  for (const Group& group : by_set(evaluation, nullptr)) {
    std::vector<std::string> row = {group.name};
    for (std::size_t i = 0; i < experiment.rows.size(); ++i) {
      if (experiment.times)
        row.push_back(fmt::format("{:.4f}", group.systems[i].total_s_per_mb));
      else
        for (const Metric metric : experiment.metrics) {
          const MetricSummary* summary = group.systems[i].metric(metric);
          row.push_back(summary ? percent(summary->f1.mean) : "–");
        }
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

const Experiment* find_experiment(std::string_view name) {
  for (const Experiment& experiment : experiments())
    if (experiment.name == name) return &experiment;
  return nullptr;
}

Result<std::vector<System>> systems_of(const Experiment& experiment) {
  std::vector<System> out;
  for (const Experiment::Row& row : experiment.rows) {
    auto system = parse_system(row.spec, row.mode, row.n);
    if (!system) return system.error();
    system->label = row.label;
    out.push_back(std::move(*system));
  }
  return out;
}

void apply(const Experiment& experiment, Options& options) {
  options.metrics.fill(false);
  for (const Metric metric : experiment.metrics) options.metrics[static_cast<std::size_t>(metric)] = true;
  options.min_siblings = experiment.min_siblings;
  options.min_linked = experiment.min_linked;
  options.both_ways = false;
}

std::vector<Table> experiment_tables(const Experiment& experiment, const Evaluation& evaluation) {
  std::vector<Table> tables;
  switch (experiment.shape) {
    case Experiment::Shape::system_rows:
      tables = {system_rows(experiment, evaluation), paper_rows(experiment)};
      break;
    case Experiment::Shape::set_columns:
      tables = {set_columns(experiment, evaluation), experiment.paper};
      break;
    case Experiment::Shape::set_rows:
      tables = {set_rows(experiment, evaluation), experiment.paper};
      break;
  }
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace pith::eval
