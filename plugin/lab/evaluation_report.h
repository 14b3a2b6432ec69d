// The output of `pith-lab eval`: tables, JSON and an HTML page, all from one evaluation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/lab/evaluation.h"
#include "plugin/lab/evaluation_summary.h"
#include "plugin/measure/table.h"

namespace pith::eval {

enum class Breakdown : std::uint8_t { set, site, type, page };

struct ReportOptions {
  std::string title = "Extraction quality";
  std::string label;             // commit or whatever else the reader should know
  const Peers* peers = nullptr;  // public extractors, in separate rows
  Breakdown breakdown = Breakdown::set;
  std::size_t worst = 0;          // worst pages listed, per set and system
  std::uint64_t seed = 1;         // as in the evaluation: worst pages are extracted again
  std::vector<Table> first = {};  // an experiment's tables; JSON and HTML show them first
};

// "Intel Xeon …, 2 processors", and the corpus: what the figures depend on.
std::string provenance(const Evaluation& evaluation, const ReportOptions& options);

// How to read the tables' intervals, times and ways of counting titles and captions, in a few sentences.
std::string_view legend();

// The table of one group: one row per system.
Table group_table(const Evaluation& evaluation, const Group& group);

// Precision, recall and F1 of words, of each system on each site, page type or page of a set; without rows if the set
// does not say.
Table breakdown_table(const Evaluation& evaluation, const SetOutcome& set, Breakdown breakdown);

// The worst pages of each set, with what was lost and wrongly kept: for each system if there are up to two, else for
// the set's best.
std::vector<Table> worst_tables(const Evaluation& evaluation, const ReportOptions& options);

// All tables by the breakdown, then worst pages.
std::vector<Table> report_tables(const Evaluation& evaluation, const ReportOptions& options);

// Everything, by set, site, type and page.
std::string report_json(const Evaluation& evaluation, const ReportOptions& options);

// A self-contained page: tables, F1 per extractor and set, F1 against n, time against page size, worst pages.
std::string report_html(const Evaluation& evaluation, const ReportOptions& options);

}  // namespace pith::eval
