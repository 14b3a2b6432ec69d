#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "plugin/lab/evaluation_report.h"

namespace pith::eval {
namespace {

using Json = nlohmann::ordered_json;

Json to_json(const Interval& interval) {
  return {{"mean", interval.mean}, {"low", interval.low}, {"high", interval.high}};
}

Json to_json(const Group& group) {
  Json systems = Json::array();
  for (const SystemSummary& system : group.systems) {
    Json metrics = Json::object();
    for (std::size_t m = 0; m < metric_count; ++m)
      if (const auto& summary = system.metrics[m])
        metrics[std::string(name_of(static_cast<Metric>(m)))] = {{"pages", summary->pages},
                                                                 {"by_page", summary->f1.by_page},
                                                                 {"precision", to_json(summary->precision)},
                                                                 {"recall", to_json(summary->recall)},
                                                                 {"f1", to_json(summary->f1)}};
    Json entry = {{"system", system.label}, {"public", system.is_peer}, {"way", system.way}, {"metrics", metrics}};
    if (!system.is_peer)
      entry["time"] = {{"siblings", system.siblings},
                       {"extract_ms_per_page", system.extract_ms},
                       {"total_ms_per_page", system.total_ms},
                       {"extract_s_per_mb", system.extract_s_per_mb},
                       {"total_s_per_mb", system.total_s_per_mb},
                       {"extract_per_parse_median", system.extract_per_parse}};
    systems.push_back(std::move(entry));
  }
  return {{"name", group.name},
          {"pages", group.pages},
          {"site_count", group.sites},
          {"skipped", group.skipped},
          {"systems", systems}};
}

Json to_json(const std::vector<Group>& groups) {
  Json out = Json::array();
  for (const Group& group : groups) out.push_back(to_json(group));
  return out;
}

Json to_json(const std::vector<Table>& tables) {
  Json out = Json::array();
  for (const Table& table : tables)
    out.push_back({{"title", table.title}, {"header", table.header}, {"rows", table.rows}});
  return out;
}

Json to_json(const SetOutcome& set, const PageOutcome& page, const Evaluation& evaluation) {
  Json out = {{"id", set.set.pages[page.page].id},
              {"site", set.set.pages[page.page].site},
              {"type", set.set.pages[page.page].type},
              {"bytes", page.bytes},
              {"gold_words", page.gold_words}};
  if (!page.skipped.empty()) {
    out["skipped"] = page.skipped;
    return out;
  }
  out["parse_ms"] = page.parse_ms;
  Json systems = Json::array();
  for (std::size_t i = 0; i < page.systems.size(); ++i) {
    Json entry = {{"system", evaluation.systems[i].label}, {"way", name_of(page.systems[i].way)}};
    for (std::size_t m = 0; m < metric_count; ++m)
      if (const auto& score = page.systems[i].scores[m])
        entry[std::string(name_of(static_cast<Metric>(m)))] = {score->precision, score->recall, score->f1};
    if (page.systems[i].confidence) entry["confidence"] = *page.systems[i].confidence;
    entry["siblings"] = page.systems[i].siblings;
    entry["extract_ms"] = page.systems[i].extract_ms;
    entry["parse_ms"] = page.systems[i].parse_ms;
    systems.push_back(std::move(entry));
  }
  out["systems"] = std::move(systems);
  return out;
}

}  // namespace

std::string report_json(const Evaluation& evaluation, const ReportOptions& options) {
  Json systems = Json::array();
  for (const System& system : evaluation.systems)
    systems.push_back({{"system", system.label},
                       {"extractor", system.extractor},
                       {"siblings", name_of(system.mode)},
                       {"n", system.n}});
  std::vector<Group> groups = by_set(evaluation, options.peers);
  Json sets = Json::array();
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const SetOutcome& set = evaluation.sets[s];
    Json entry = to_json(groups[s]);
    entry["node_gold"] = {{"pages", set.node_golds},
                          {"pages_unmapped", set.node_golds_unmapped},
                          {"labels", set.node_labels},
                          {"labels_unmapped", set.node_labels_unmapped}};
    entry["sites"] =
        to_json(by_page_name(evaluation, set, options.peers, [](const LabelledPage& p) { return p.site; }));
    entry["types"] =
        to_json(by_page_name(evaluation, set, options.peers, [](const LabelledPage& p) { return p.type; }));
    entry["page_list"] = Json::array();
    for (const PageOutcome& page : set.pages) entry["page_list"].push_back(to_json(set, page, evaluation));
    sets.push_back(std::move(entry));
  }
  Json out = {{"title", options.title}, {"provenance", provenance(evaluation, options)},
              {"legend", legend()},     {"corpus_digest", evaluation.corpus_digest},
              {"systems", systems},     {"sets", sets}};
  if (groups.size() > evaluation.sets.size()) out["mean_of_sets"] = to_json(groups.back());
  if (!options.first.empty()) out["experiment"] = to_json(options.first);
  if (options.worst > 0) out["worst"] = to_json(worst_tables(evaluation, options));
  return out.dump(1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace pith::eval
