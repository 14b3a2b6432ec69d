// An evaluation in numbers: means with intervals, per set, site, page type and over all sets.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "plugin/lab/evaluation.h"
#include "plugin/measure/bootstrap.h"

namespace pith::eval {

struct MetricSummary {
  Interval precision, recall, f1;
  std::size_t pages = 0;  // with the metric
};

// One system on one group of pages; with several sets, each counts the same, also in times. Times are zero for public
// extractors, which are not run here.
struct SystemSummary {
  std::string label;
  bool is_peer = false;
  // How pages of the set were measured whose manifest does not say what the gold has: name_of(Way), for public
  // extractors "title put before". Empty: as usual, or over several sets.
  std::string way;
  std::array<std::optional<MetricSummary>, metric_count> metrics;
  double siblings = 0;                              // mean; if it learns from the site: of pages compared with
  double extract_ms = 0;                            // mean per page, the extractor alone
  double total_ms = 0;                              // mean per page, with decoding and parsing
  double extract_s_per_mb = 0, total_s_per_mb = 0;  // MB of key pages
  // The median over pages of extract_ms / the page's own parse_ms: what the extractor adds to a page that must be
  // parsed anyway, with its siblings already parsed.
  double extract_per_parse = 0;

  // The label, with the way in it: "pith, title out".
  std::string name() const { return label + (way.empty() ? "" : ", " + way); }

  const MetricSummary* metric(Metric m) const {
    const auto& found = metrics[static_cast<std::size_t>(m)];
    return found ? &*found : nullptr;
  }
};

struct Group {
  std::string name;                               // set, site or page type
  std::size_t pages = 0, sites = 0, skipped = 0;  // sites of the measured pages, counted in each set
  std::vector<SystemSummary> systems;             // ours in the order of the evaluation, then peers by name
};

// Results of public extractors by set and page id: set, id, peer, precision, recall, F1 of words, tab-separated. A peer
// "NAME+title" is NAME with the page's title put before what it extracts: of each set the better of the two counts, as
// NAME.
class Peers {
 public:
  // Where two files have the same set, page and peer, the later one counts. Errors name file and line.
  static Result<Peers> read(const std::vector<std::string>& files);

  // The peers of a page; nullptr if there are none.
  const std::map<std::string, Score>* of(const std::string& set, const std::string& id) const;

  // "title put before" if that is better on the set.
  std::string way_of(const std::string& set, const std::string& peer) const;

 private:
  std::optional<Error> read_file(const std::string& file);
  void choose_ways();

  std::map<std::pair<std::string, std::string>, std::map<std::string, Score>> by_page_;  // by set and id
  std::set<std::pair<std::string, std::string>> with_title_;                             // set and peer
};

// One group per data set and, if there are several, "mean of sets" at the end: every set counts the same.
std::vector<Group> by_set(const Evaluation& evaluation, const Peers* peers);

// Groups within one set, by site or page type. Pages with an empty name are left out.
std::vector<Group> by_page_name(const Evaluation& evaluation, const SetOutcome& set, const Peers* peers,
                                const std::function<std::string(const LabelledPage&)>& name);

}  // namespace pith::eval
