// The quality baseline: every extractor's word F1 on a fixed sample of the labelled pages, set by set.
//
//   quality_gate BASELINE                  compare; exit 1 if an extractor has no entry or differs too much
//   quality_gate BASELINE --record NAME    measure NAME and write its line; `all`: of all extractors, on all sets
//
// Both directions count: an extractor that follows a paper should not change unless that is intended.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "core/extract/registry.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/evaluation_summary.h"

using namespace pith;
using namespace pith::eval;
namespace fs = std::filesystem;

namespace {

constexpr double tolerance = 0.005;
constexpr std::size_t sample = 30;

using F1BySet = std::map<std::string, double>;

struct Baseline {
  std::string corpus;
  std::map<std::string, F1BySet> extractors;
};

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

Baseline read_baseline(const std::string& file) {
  Baseline out;
  std::ifstream in(file);
  std::vector<std::string> header;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# corpus ")) out.corpus = line.substr(9);
    if (line.empty() || line.starts_with('#')) continue;
    const auto fields = fields_of(line);
    if (header.empty())
      header = fields;
    else
      for (std::size_t i = 1; i < std::min(fields.size(), header.size()); ++i)
        out.extractors[fields[0]][header[i]] = std::stod(fields[i]);
  }
  return out;
}

void write_baseline(const std::string& file, const Baseline& baseline) {
  std::ofstream out(file);
  out << "# Word F1 of every extractor on " << sample << " pages a set, 4 nearest siblings; tolerance " << tolerance
      << ".\n"
      << "# Written by tests/quality/gate --record NAME|all, checked by tests/run where PITH_DATA is set.\n"
      << "# corpus " << baseline.corpus << "\nextractor";
  for (const auto& [set, f1] : baseline.extractors.begin()->second) out << "\t" << set;
  out << "\n";
  for (const ExtractorInfo& info : extractors()) {
    const auto found = baseline.extractors.find(std::string(info.name));
    if (found == baseline.extractors.end()) continue;
    out << info.name;
    for (const auto& [set, f1] : found->second) out << fmt::format("\t{:.4f}", f1);
    out << "\n";
  }
}

std::set<std::string> sets_of(const Baseline& baseline) {
  std::set<std::string> names;
  for (const auto& [extractor, sets] : baseline.extractors)
    for (const auto& [set, f1] : sets) names.insert(set);
  return names;
}

// Of these sets, those that are there; of all sets if none is named.
Baseline measure(const std::string& data, const std::vector<std::string>& names,
                 const std::set<std::string>& set_names) {
  std::vector<std::string> sets;
  for (const auto& entry : fs::directory_iterator(data))
    if (fs::exists(entry.path() / "manifest.jsonl") &&
        (set_names.empty() || set_names.contains(entry.path().filename().string())))
      sets.push_back(entry.path().string());
  std::sort(sets.begin(), sets.end());
  std::vector<System> systems;
  for (const std::string& name : names) systems.push_back(std::move(*parse_system(name, SiblingMode::nearest, 4)));
  Options options;
  options.limit = sample;
  options.both_ways = false;  // what the extractor chooses, whatever the golds hold
  options.metrics[static_cast<std::size_t>(Metric::words)] = true;
  auto evaluation = evaluate(sets, std::move(systems), options);
  if (!evaluation) {
    fmt::print(stderr, "{}\n", evaluation.error().message);
    std::exit(2);
  }
  Baseline out;
  out.corpus = evaluation->corpus_digest;
  for (const Group& group : by_set(*evaluation, nullptr)) {
    if (group.name == "mean of sets") continue;
    for (const SystemSummary& system : group.systems)
      out.extractors[system.label][group.name] = system.metric(Metric::words)->f1.mean;
  }
  return out;
}

int record(const std::string& file, const std::string& data, const std::string& name) {
  std::vector<std::string> names;
  for (const ExtractorInfo& info : extractors())
    if (name == "all" || info.name == name) names.emplace_back(info.name);
  if (names.empty()) {
    fmt::print(stderr, "there is no extractor {}\n", name);
    return 2;
  }
  Baseline baseline = read_baseline(file);
  if (name == "all") baseline = {};
  const Baseline measured = measure(data, names, sets_of(baseline));
  if (!baseline.extractors.empty() && baseline.corpus != measured.corpus) {
    fmt::print(stderr, "these are not the pages of the baseline; --record all measures everything again\n");
    return 2;
  }
  baseline.corpus = measured.corpus;
  for (const auto& [extractor, f1] : measured.extractors) baseline.extractors[extractor] = f1;
  write_baseline(file, baseline);
  fmt::print("recorded: {}\n", name);
  return 0;
}

int check(const std::string& file, const std::string& data) {
  const Baseline baseline = read_baseline(file);
  std::vector<std::string> names;
  for (const ExtractorInfo& info : extractors()) names.emplace_back(info.name);
  const Baseline measured = measure(data, names, sets_of(baseline));
  if (measured.corpus != baseline.corpus) {
    if (sets_of(measured) != sets_of(baseline)) {
      fmt::print("skipped: PITH_DATA lacks sets of the baseline\n");
      return 0;
    }
    fmt::print(
        "pages, golds or choice of siblings have changed; if that is intended: tests/quality/gate --record all\n");
    return 1;
  }
  int failed = 0;
  for (const auto& [extractor, sets] : measured.extractors)
    for (const auto& [set, f1] : sets) {
      const auto known = baseline.extractors.find(extractor);
      if (known == baseline.extractors.end() || !known->second.contains(set)) {
        fmt::print("{}: no entry; tests/quality/gate --record {}\n", extractor, extractor);
        ++failed;
        break;
      }
      const double before = known->second.at(set);
      if (std::abs(f1 - before) <= tolerance) continue;
      fmt::print("{} on {}: {:.4f}, the baseline says {:.4f}; if that is intended: tests/quality/gate --record {}\n",
                 extractor, set, f1, before, extractor);
      ++failed;
    }
  fmt::print("{} extractors on {} sets: {} differ\n", measured.extractors.size(),
             baseline.extractors.begin()->second.size(), failed);
  return failed > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const char* data = std::getenv("PITH_DATA");
  if (!data) {
    fmt::print("skipped: PITH_DATA is not set\n");
    return 0;
  }
  if (argc == 4 && std::string(argv[2]) == "--record") return record(argv[1], data, argv[3]);
  if (argc == 2) return check(argv[1], data);
  fmt::print(stderr, "usage: quality_gate BASELINE [--record NAME|all]\n");
  return 2;
}
