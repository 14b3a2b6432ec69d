#include "plugin/lab/evaluation_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace pith::eval {
namespace {

// Values of one metric, page by page, set by set.
struct Values {
  std::vector<std::vector<PageValue>> precision, recall, f1;

  explicit Values(std::size_t sets) : precision(sets), recall(sets), f1(sets) {}
  void add(std::size_t set, std::uint32_t site, const Score& score) {
    precision[set].push_back({site, score.precision});
    recall[set].push_back({site, score.recall});
    f1[set].push_back({site, score.f1});
  }
  std::optional<MetricSummary> summary() const {
    MetricSummary out;
    for (const auto& set : f1) out.pages += set.size();
    if (out.pages == 0) return std::nullopt;
    out.precision = bootstrap_mean(precision);
    out.recall = bootstrap_mean(recall);
    out.f1 = bootstrap_mean(f1);
    return out;
  }
};

// The pages of one set, and the site of each, numbered in order of appearance.
struct Selection {
  const SetOutcome* set;
  std::vector<const PageOutcome*> pages;
  std::vector<std::uint32_t> sites;
  std::map<std::string_view, std::uint32_t> site_numbers;

  explicit Selection(const SetOutcome& of) : set(&of) {}
  void add(const PageOutcome& page) {
    const auto next = static_cast<std::uint32_t>(site_numbers.size());
    pages.push_back(&page);
    sites.push_back(site_numbers.try_emplace(set->set.pages[page.page].site, next).first->second);
  }
};

// Zero for an empty range.
double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

SystemSummary summarise(const Evaluation& evaluation, const std::vector<Selection>& selections, std::size_t system) {
  SystemSummary out;
  out.label = evaluation.systems[system].label;
  if (selections.size() == 1) out.way = name_of(selections.front().set->ways[system]);
  for (std::size_t m = 0; m < metric_count; ++m) {
    Values values(selections.size());
    for (std::size_t s = 0; s < selections.size(); ++s)
      for (std::size_t i = 0; i < selections[s].pages.size(); ++i)
        if (const auto& score = selections[s].pages[i]->systems[system].scores[m])
          values.add(s, selections[s].sites[i], *score);
    out.metrics[m] = values.summary();
  }
  // Means of each set's means and medians, as for the metrics.
  double sets = 0;
  for (const Selection& selection : selections) {
    double megabytes = 0, siblings = 0, extract = 0, total = 0;
    std::vector<double> per_parse;
    for (const PageOutcome* page : selection.pages) {
      const Outcome& outcome = page->systems[system];
      siblings += outcome.siblings;
      extract += outcome.extract_ms;
      total += outcome.extract_ms + outcome.parse_ms;
      megabytes += static_cast<double>(page->bytes) / 1e6;
      if (page->parse_ms > 0) per_parse.push_back(outcome.extract_ms / page->parse_ms);
    }
    if (selection.pages.empty() || megabytes == 0) continue;
    const auto pages = static_cast<double>(selection.pages.size());
    ++sets;
    out.siblings += siblings / pages;
    out.extract_ms += extract / pages;
    out.total_ms += total / pages;
    out.extract_s_per_mb += extract / 1000 / megabytes;
    out.total_s_per_mb += total / 1000 / megabytes;
    out.extract_per_parse += median(std::move(per_parse));
  }
  if (sets > 0)
    for (double* value : {&out.siblings, &out.extract_ms, &out.total_ms, &out.extract_s_per_mb, &out.total_s_per_mb,
                          &out.extract_per_parse})
      *value /= sets;
  return out;
}

void add_peers(const Peers& peers, const std::vector<Selection>& selections, std::vector<SystemSummary>& out) {
  std::map<std::string, Values> values;
  for (std::size_t s = 0; s < selections.size(); ++s)
    for (std::size_t i = 0; i < selections[s].pages.size(); ++i) {
      const PageSet& set = selections[s].set->set;
      const auto* scores = peers.of(set.name, set.pages[selections[s].pages[i]->page].id);
      if (!scores) continue;
      for (const auto& [peer, score] : *scores)
        values.try_emplace(peer, selections.size()).first->second.add(s, selections[s].sites[i], score);
    }
  for (const auto& [peer, scores] : values) {
    // A mean over fewer sets would not be comparable.
    if (std::any_of(scores.f1.begin(), scores.f1.end(), [](const auto& set) { return set.empty(); })) continue;
    SystemSummary summary;
    summary.label = peer;
    summary.is_peer = true;
    if (selections.size() == 1) summary.way = peers.way_of(selections.front().set->set.name, peer);
    summary.metrics[static_cast<std::size_t>(Metric::words)] = scores.summary();
    out.push_back(std::move(summary));
  }
}

Group make_group(const Evaluation& evaluation, std::string name, const std::vector<Selection>& selections,
                 const Peers* peers) {
  Group group;
  group.name = std::move(name);
  for (const Selection& selection : selections) {
    group.pages += selection.pages.size();
    group.sites += selection.site_numbers.size();
  }
  for (std::size_t i = 0; i < evaluation.systems.size(); ++i)
    group.systems.push_back(summarise(evaluation, selections, i));
  if (peers) add_peers(*peers, selections, group.systems);
  return group;
}

Selection measured(const SetOutcome& set) {
  Selection out(set);
  for (const PageOutcome& page : set.pages)
    if (page.skipped.empty()) out.add(page);
  return out;
}

}  // namespace

Result<Peers> Peers::read(const std::vector<std::string>& files) {
  Peers out;
  for (const std::string& file : files)
    if (auto error = out.read_file(file)) return *std::move(error);
  out.choose_ways();
  return out;
}

std::optional<Error> Peers::read_file(const std::string& file) {
  std::error_code error;
  std::ifstream in(file);
  if (!in || !std::filesystem::is_regular_file(file, error)) return Error{"io", file + ": cannot be read"};
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    ++number;
    if (line.empty() || line.starts_with("set\tid\tpeer\t")) continue;
    std::vector<std::string_view> fields;
    for (std::string_view rest = line;;) {
      const std::size_t tab = rest.find('\t');
      fields.push_back(rest.substr(0, tab));
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    Score score;
    const auto number_of = [](std::string_view text, double& value) {
      return std::from_chars(text.data(), text.data() + text.size(), value).ec == std::errc() && value >= 0 &&
             value <= 1;
    };
    if (fields.size() < 6 || !number_of(fields[3], score.precision) || !number_of(fields[4], score.recall) ||
        !number_of(fields[5], score.f1))
      return Error{"peers",
                   fmt::format("{}:{}: expected set, id, peer, precision, recall, F1 (0 to 1), separated by tabs", file,
                               number)};
    by_page_[{std::string(fields[0]), std::string(fields[1])}][std::string(fields[2])] = score;
  }
  return std::nullopt;
}

void Peers::choose_ways() {
  constexpr std::string_view suffix = "+title";
  struct Both {
    double plain = 0, with_title = 0;  // sums of F1 over pages that have both
  };
  std::map<std::pair<std::string, std::string>, Both> sums;  // by set and peer
  for (const auto& [page, peers] : by_page_)
    for (const auto& [peer, score] : peers)
      if (const auto with = peers.find(peer + std::string(suffix)); with != peers.end()) {
        Both& both = sums[{page.first, peer}];
        both.plain += score.f1;
        both.with_title += with->second.f1;
      }
  for (const auto& [which, both] : sums)
    if (both.with_title > both.plain) with_title_.insert(which);
  for (auto& [page, peers] : by_page_) {
    for (auto& [peer, score] : peers)
      if (with_title_.contains({page.first, peer}))
        if (const auto with = peers.find(peer + std::string(suffix)); with != peers.end()) score = with->second;
    std::erase_if(peers, [&](const auto& entry) { return entry.first.ends_with(suffix); });
  }
}

const std::map<std::string, Score>* Peers::of(const std::string& set, const std::string& id) const {
  const auto found = by_page_.find({set, id});
  return found == by_page_.end() ? nullptr : &found->second;
}

std::string Peers::way_of(const std::string& set, const std::string& peer) const {
  return with_title_.contains({set, peer}) ? "title put before" : "";
}

std::vector<Group> by_set(const Evaluation& evaluation, const Peers* peers) {
  std::vector<Group> groups;
  std::vector<Selection> all;
  for (const SetOutcome& set : evaluation.sets) {
    all.push_back(measured(set));
    groups.push_back(make_group(evaluation, set.set.name, {all.back()}, peers));
    groups.back().skipped = set.pages.size() - all.back().pages.size();
  }
  if (groups.size() > 1) groups.push_back(make_group(evaluation, "mean of sets", all, peers));
  return groups;
}

std::vector<Group> by_page_name(const Evaluation& evaluation, const SetOutcome& set, const Peers* peers,
                                const std::function<std::string(const LabelledPage&)>& name) {
  std::map<std::string, Selection> selections;
  for (const PageOutcome* page : measured(set).pages) {
    const std::string group = name(set.set.pages[page->page]);
    if (group.empty()) continue;
    selections.try_emplace(group, set).first->second.add(*page);
  }
  std::vector<Group> groups;
  for (const auto& [group, selection] : selections) groups.push_back(make_group(evaluation, group, {selection}, peers));
  return groups;
}

}  // namespace pith::eval
