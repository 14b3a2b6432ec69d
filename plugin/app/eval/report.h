// What `pith eval` says: tables, JSON and a page to look at, all made from one evaluation.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plugin/app/eval/evaluation.h"
#include "plugin/app/eval/summary.h"
#include "plugin/app/eval/table.h"

namespace pith::eval {

enum class Breakdown : std::uint8_t { set, site, type, page };

struct ReportOptions {
  std::string title = "Extraction quality";
  std::string label;             // commit or whatever the reader should know
  const Peers* peers = nullptr;  // public extractors, in rows of their own
  Breakdown breakdown = Breakdown::set;
  std::size_t worst = 0;          // worst pages listed, per set and system
  std::uint64_t seed = 1;         // as in the evaluation: worst pages are extracted again
  std::vector<Table> first = {};  // tables that JSON and HTML show before all else: an experiment's
};

// "Intel Xeon …, 2 processors", and the corpus: what figures depend on.
std::string provenance(const Evaluation& evaluation, const ReportOptions& options);

// How to read the tables' intervals and times, for the reader: two sentences.
std::string_view legend();

// The table of one group: a row a system.
Table group_table(const Evaluation& evaluation, const Group& group);

// The word F1 of each system on each site, page type or page of a set; without rows if the set tells none.
Table breakdown_table(const Evaluation& evaluation, const SetOutcome& set, Breakdown breakdown);

// Per set the worst pages, with what was lost and wrongly kept: of up to two systems each, of more the set's best.
std::vector<Table> worst_tables(const Evaluation& evaluation, const ReportOptions& options);

// All tables by the breakdown, then worst pages.
std::vector<Table> report_tables(const Evaluation& evaluation, const ReportOptions& options);

// Everything, by set, site, type and page.
std::string report_json(const Evaluation& evaluation, const ReportOptions& options);

// A page that needs nothing but itself: tables, F1 per extractor and set, F1 against n, time against page size, worst pages.
std::string report_html(const Evaluation& evaluation, const ReportOptions& options);

}  // namespace pith::eval
