#include "plugin/lab/evaluation_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <optional>
#include <thread>

#include "core/text/number.h"
#include "plugin/lab/difference.h"
#include "plugin/lab/reliability.h"

namespace pith::eval {
namespace {

std::string number(double value) { return fmt::format("{:.3f}", value); }

// Marks an interval that says nothing about other sites; the legend explains it.
const char* mark_of(const Interval& interval) { return interval.by_page ? " †" : ""; }

// Precision, recall and F1 in cells of their own, as the header says.
void append(std::vector<std::string>& row, const std::optional<Score>& score) {
  if (score)
    row.insert(row.end(), {number(score->precision), number(score->recall), number(score->f1)});
  else
    row.insert(row.end(), 3, "–");
}

void append_header(std::vector<std::string>& header, const std::string& system) {
  header.insert(header.end(), {system + " P", "R", "F1"});
}

const std::optional<Score>& words_of(const Outcome& outcome) {
  return outcome.scores[static_cast<std::size_t>(Metric::words)];
}

// "pith, title out" on that set.
std::string name_on(const Evaluation& evaluation, const SetOutcome& set, std::size_t system) {
  const std::string way = name_of(set.ways[system]);
  return evaluation.systems[system].label + (way.empty() ? "" : ", " + way);
}

// "0.842 ±0.012": half of the 95 % interval.
std::string with_interval(const Interval& interval) {
  return fmt::format("{:.3f} ±{:.3f}", interval.mean, (interval.high - interval.low) / 2);
}

bool has(const Evaluation& evaluation, Metric metric) { return evaluation.metrics[static_cast<std::size_t>(metric)]; }

std::string processor() {
  std::ifstream in("/proc/cpuinfo");
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("model name")) {
      const std::size_t colon = line.find(": ");
      return colon == std::string::npos ? line : line.substr(colon + 2);
    }
  return "unknown processor";
}

Table page_table(const Evaluation& evaluation, const SetOutcome& set) {
  Table table;
  table.title = set.set.name + ": words per page";
  table.header = {"page", "gold words", "bytes"};
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i) append_header(table.header, name_on(evaluation, set, i));
  for (const PageOutcome& page : set.pages) {
    std::vector<std::string> row = {set.set.pages[page.page].id, std::to_string(page.gold_words),
                                    std::to_string(page.bytes)};
    for (std::size_t i = 0; i < evaluation.systems.size(); ++i)
      if (page.skipped.empty())
        append(row, words_of(page.systems[i]));
      else
        row.insert(row.end(), {page.skipped, "", ""});
    table.rows.push_back(std::move(row));
  }
  return table;
}

// If there are many systems, the one whose worst pages are worth a look: the best of the set.
std::vector<std::size_t> systems_to_inspect(const Evaluation& evaluation, const Group& group) {
  std::vector<std::size_t> out;
  if (evaluation.systems.size() <= 2) {
    for (std::size_t i = 0; i < evaluation.systems.size(); ++i) out.push_back(i);
    return out;
  }
  double best = -1;
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i)
    if (const auto* words = group.systems[i].metric(Metric::words); words && words->f1.mean > best) {
      best = words->f1.mean;
      out = {i};
    }
  return out;
}

std::string joined(const std::vector<std::string>& parts) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : " / ") + part;
  return out.empty() ? "–" : out;
}

Table worst_table(const Evaluation& evaluation, const SetOutcome& set, std::size_t system,
                  const ReportOptions& options) {
  std::vector<const PageOutcome*> pages;
  const auto f1_of = [&](const PageOutcome* page) {
    const auto& score = words_of(page->systems[system]);
    return score ? score->f1 : 1.0;
  };
  for (const PageOutcome& page : set.pages)
    if (page.skipped.empty()) pages.push_back(&page);
  std::stable_sort(pages.begin(), pages.end(), [&](auto a, auto b) { return f1_of(a) < f1_of(b); });
  if (pages.size() > options.worst) pages.resize(options.worst);
  Table table;
  table.title = fmt::format("{}: worst pages of {}", set.set.name, name_on(evaluation, set, system));
  table.header = {"page", "P", "R", "F1", "lost", "wrongly kept"};
  table.records = true;
  for (const PageOutcome* page : pages) {
    const std::string gold = set.set.gold(page->page).value_or("");
    const Outcome& outcome = page->systems[system];
    const std::string text = extract_text(set.set, page->page, evaluation.systems[system], outcome.way, options.seed);
    std::vector<std::string> row = {set.set.pages[page->page].id};
    append(row, words_of(outcome));
    row.insert(row.end(), {joined(stretches_missing(gold, text, 2, 10)), joined(stretches_missing(text, gold, 2, 10))});
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace

std::string provenance(const Evaluation& evaluation, const ReportOptions& options) {
  std::size_t pages = 0, labels = 0, unmapped = 0;
  for (const SetOutcome& set : evaluation.sets) {
    pages += set.pages.size();
    labels += set.node_labels;
    unmapped += set.node_labels_unmapped;
  }
  std::string out =
      fmt::format("{}, {}; {}, corpus {}", processor(), counted(std::thread::hardware_concurrency(), "processor"),
                  counted(pages, "page"), evaluation.corpus_digest.substr(0, 16));
  if (labels > 0) out += fmt::format("; node gold: {} of {} could not be mapped", unmapped, counted(labels, "label"));
  if (!options.label.empty()) out = options.label + "; " + out;
  return out;
}

std::string_view legend() {
  return "95 %, ± and whiskers: bootstrap intervals of means over pages, clustered by site; † by page, where a set has "
         "only one site. after/parse: median over pages of the time after parsing, siblings parsed too, to the time of "
         "parsing the page. Titles and captions count as the manifest says the gold has them; where it does not say, "
         "as "
         "is better for the extractor on the whole set: with them, or, where it is marked, title out, captions out.";
}

Table group_table(const Evaluation& evaluation, const Group& group) {
  Table table;
  table.title = fmt::format("{} ({} of {}{})", group.name, counted(group.pages, "page"), counted(group.sites, "site"),
                            group.skipped > 0 ? fmt::format(", {} skipped", group.skipped) : "");
  table.header = {"extractor"};
  if (has(evaluation, Metric::words)) {
    for (const char* name : {"words P", "R", "F1", "95 %"}) table.header.emplace_back(name);
    table.best_in = 3;
  }
  struct Column {
    Metric metric;
    const char* name;
  };
  static constexpr Column others[] = {{Metric::nodes, "nodes F1"},
                                      {Metric::lcsequence, "LCSeq F1"},
                                      {Metric::lcstring, "LCStr F1"},
                                      {Metric::word_lcs, "word-LCS F1"},
                                      {Metric::shingles, "4-grams F1"}};
  for (const Column& column : others)
    if (has(evaluation, column.metric)) table.header.emplace_back(column.name);
  table.header.insert(table.header.end(), {"siblings", "ms/page", "s/MB", "s/MB+parse", "after/parse"});
  for (const SystemSummary& system : group.systems) {
    std::vector<std::string> row = {system.name() + (system.is_peer ? " *" : "")};
    if (has(evaluation, Metric::words)) {
      const MetricSummary* words = system.metric(Metric::words);
      if (words) {
        row.insert(row.end(), {number(words->precision.mean), number(words->recall.mean), number(words->f1.mean),
                               number(words->f1.low) + "–" + number(words->f1.high) + mark_of(words->f1)});
      } else {
        row.insert(row.end(), 4, "–");
      }
    }
    for (const Column& column : others)
      if (has(evaluation, column.metric)) {
        const MetricSummary* summary = system.metric(column.metric);
        row.push_back(summary ? with_interval(summary->f1) + mark_of(summary->f1) : "–");
      }
    if (system.is_peer)
      row.insert(row.end(), 5, "–");
    else
      row.insert(row.end(),
                 {fmt::format("{:.1f}", system.siblings), fmt::format("{:.2f}", system.extract_ms),
                  fmt::format("{:.4f}", system.extract_s_per_mb), fmt::format("{:.4f}", system.total_s_per_mb),
                  fmt::format("{:.3f}", system.extract_per_parse)});
    table.rows.push_back(std::move(row));
  }
  if (std::any_of(group.systems.begin(), group.systems.end(), [](const SystemSummary& s) { return s.is_peer; }))
    table.note = "* public extractor, as measured elsewhere on the same pages";
  return table;
}

Table breakdown_table(const Evaluation& evaluation, const SetOutcome& set, Breakdown breakdown) {
  if (breakdown == Breakdown::page) return page_table(evaluation, set);
  const bool types = breakdown == Breakdown::type;
  Table table;
  table.title = fmt::format("{}: words by {}", set.set.name, types ? "page type" : "site");
  if (!types) table.note = "±: drawn by page, within the site";
  table.header = {types ? "type" : "site", "pages"};
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i) append_header(table.header, name_on(evaluation, set, i));
  const auto name = [&](const LabelledPage& page) { return types ? page.type : page.site; };
  for (const Group& group : by_page_name(evaluation, set, nullptr, name)) {
    std::vector<std::string> row = {group.name, std::to_string(group.pages)};
    for (const SystemSummary& system : group.systems) {
      const MetricSummary* words = system.metric(Metric::words);
      if (words)
        row.insert(row.end(), {number(words->precision.mean), number(words->recall.mean),
                               with_interval(words->f1) + (types ? mark_of(words->f1) : "")});
      else
        row.insert(row.end(), 3, "–");
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::vector<Table> worst_tables(const Evaluation& evaluation, const ReportOptions& options) {
  std::vector<Table> tables;
  if (options.worst == 0 || !has(evaluation, Metric::words)) return tables;
  const std::vector<Group> sets = by_set(evaluation, nullptr);
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s)
    for (const std::size_t system : systems_to_inspect(evaluation, sets[s]))
      tables.push_back(worst_table(evaluation, evaluation.sets[s], system, options));
  return tables;
}

std::vector<Table> report_tables(const Evaluation& evaluation, const ReportOptions& options) {
  std::vector<Table> tables;
  const std::vector<Group> sets = by_set(evaluation, options.peers);
  for (const Group& group : sets) tables.push_back(group_table(evaluation, group));
  std::vector<Table> more;
  if (options.breakdown != Breakdown::set)
    for (const SetOutcome& set : evaluation.sets) more.push_back(breakdown_table(evaluation, set, options.breakdown));
  std::erase_if(more, [](const Table& table) { return table.rows.empty(); });
  tables.insert(tables.end(), more.begin(), more.end());
  for (Table& table : reliability_tables(evaluation)) tables.push_back(std::move(table));
  for (Table& table : worst_tables(evaluation, options)) tables.push_back(std::move(table));
  return tables;
}

}  // namespace pith::eval
