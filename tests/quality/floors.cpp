// Floors that the default extractor must reach: its word F1, set by set, without siblings and with them.
//
//   quality_floors FLOORS DATA MODELS REASONS                      check; exit 1 below a floor, or worse with siblings
//   quality_floors FLOORS DATA MODELS REASONS --record [--lower]   raise the floors to the measured values
//
// DATA: folders of labelled pages; sets without a floor are not checked, but recorded. MODELS: tables learned without
// the sites of each fold, so that no page is judged by tables that have seen its site; "-": the compiled-in tables, for
// pages that they have not seen. A floor is lowered only with --lower and a line in REASONS (README.md here) that names
// it: "quality floor SET 0.1234 0.1234".
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <vector>

#include "plugin/lab/cross_validation.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/evaluation_summary.h"

using namespace pith;
using namespace pith::eval;
namespace fs = std::filesystem;

namespace {

constexpr double tolerance = 0.003;          // below a floor
constexpr double sibling_tolerance = 0.002;  // how much worse siblings may make a set: a page more or less is chance
constexpr unsigned siblings = 8;

struct Floor {
  double alone = 0, with_siblings = 0;
};

struct Floors {
  std::string corpus;
  std::map<std::string, Floor> sets;
  std::map<std::string, double> share_with_siblings;  // of the pages; measured, not recorded
};

[[noreturn]] void fail(const std::string& message) {
  fmt::print(stderr, "{}\n", message);
  std::exit(2);
}

Floors read_floors(const std::string& file) {
  Floors out;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("# corpus ")) out.corpus = line.substr(9);
    if (line.empty() || line.starts_with('#') || line.starts_with("set\t")) continue;
    std::istringstream fields(line);
    std::string name;
    Floor floor;
    if (fields >> name >> floor.alone >> floor.with_siblings) out.sets[name] = floor;
  }
  return out;
}

void write_floors(const std::string& file, const Floors& floors) {
  std::ofstream out(file);
  out << fmt::format(
      "# Word F1 that the default extractor has to reach on all pages of a set, by tables that have not seen their "
      "sites;\n"
      "# tolerance {}. Written and checked by tests/quality/floors.\n# corpus {}\nset\talone\twith_{}_siblings\n",
      tolerance, floors.corpus, siblings);
  for (const auto& [name, floor] : floors.sets)
    out << fmt::format("{}\t{:.4f}\t{:.4f}\n", name, floor.alone, floor.with_siblings);
}

std::vector<fs::path> sets_in(const std::string& data) {
  std::vector<fs::path> sets;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(data, error))
    if (fs::exists(entry.path() / "manifest.jsonl", error)) sets.push_back(entry.path());
  std::sort(sets.begin(), sets.end());
  if (sets.empty()) fail(data + ": no sets of labelled pages");
  return sets;
}

Floors measure(const std::vector<fs::path>& directories, const std::string& models) {
  std::vector<std::string> sets;
  for (const fs::path& directory : directories) sets.push_back(directory.string());
  std::vector<System> systems;
  for (const char* spec : {"pith:site=false", "pith"}) {
    auto system = parse_system(spec, SiblingMode::nearest, siblings);
    if (!system) fail(system.error().message);
    systems.push_back(std::move(*system));
  }
  if (models != "-") {
    const auto folds = read_fold_models(models);
    if (!folds) fail(folds.error().message);
    for (System& system : systems) cross_validate(system, *folds);
  }
  Options options;
  options.metrics[static_cast<std::size_t>(Metric::words)] = true;
  const auto evaluation = evaluate(sets, std::move(systems), options);
  if (!evaluation) fail(evaluation.error().message);
  Floors out;
  out.corpus = evaluation->corpus_digest;
  for (const Group& group : by_set(*evaluation, nullptr))
    if (group.name != "mean of sets")
      out.sets[group.name] = {group.systems[0].metric(Metric::words)->f1.mean,
                              group.systems[1].metric(Metric::words)->f1.mean};
  for (const SetOutcome& set : evaluation->sets) {
    double with = 0, all = 0;
    for (const PageOutcome& page : set.pages) {
      if (!page.skipped.empty()) continue;
      ++all;
      with += page.systems[1].siblings > 0;
    }
    out.share_with_siblings[set.set.name] = all > 0 ? with / all : 0;
  }
  return out;
}

int record(const std::string& file, const Floors& measured, const std::string& reasons, bool lower) {
  const Floors before = read_floors(file);
  std::ifstream in(reasons);
  const std::string log(std::istreambuf_iterator<char>(in), {});
  int refused = 0;
  for (const auto& [name, floor] : measured.sets) {
    const auto known = before.sets.find(name);
    if (known == before.sets.end()) continue;
    const auto falls = [](double now, double then) { return fmt::format("{:.4f}", now) < fmt::format("{:.4f}", then); };
    if (!falls(floor.alone, known->second.alone) && !falls(floor.with_siblings, known->second.with_siblings)) continue;
    const std::string line = fmt::format("quality floor {} {:.4f} {:.4f}", name, floor.alone, floor.with_siblings);
    if (lower && log.find(line) != std::string::npos) continue;
    fmt::print("{}: the floor is {:.4f} {:.4f}. To lower it, use --lower, and say why in {} in a line with\n  {}\n",
               name, known->second.alone, known->second.with_siblings, reasons, line);
    ++refused;
  }
  if (refused > 0) return 1;
  write_floors(file, measured);
  fmt::print("recorded: {} sets\n", measured.sets.size());
  return 0;
}

// The sets that have a floor; none if one of them is missing.
std::vector<fs::path> sets_with_floor(const Floors& floors, const std::string& data) {
  std::vector<fs::path> sets = sets_in(data);
  std::erase_if(sets, [&](const fs::path& set) { return !floors.sets.contains(set.filename().string()); });
  if (sets.size() < floors.sets.size()) sets.clear();
  return sets;
}

int check(const std::string& file, const std::string& data, const std::string& models) {
  const Floors floors = read_floors(file);
  const auto sets = sets_with_floor(floors, data);
  if (sets.empty()) {
    fmt::print("skipped: PITH_DATA lacks sets of the floors\n");
    return 0;
  }
  const Floors measured = measure(sets, models);
  if (floors.corpus != measured.corpus) {
    fmt::print("pages, golds or choice of siblings have changed; if that is intended: tests/quality/floors --record\n");
    return 1;
  }
  int failed = 0;
  for (const auto& [name, now] : measured.sets) {
    const Floor& floor = floors.sets.at(name);
    fmt::print("{:<16} alone {:.4f} (floor {:.4f})  with siblings {:.4f} (floor {:.4f})\n", name, now.alone,
               floor.alone, now.with_siblings, floor.with_siblings);
    failed += now.alone < floor.alone - tolerance;
    failed += now.with_siblings < floor.with_siblings - tolerance;
    // In a site-level set, most pages have siblings.
    if (measured.share_with_siblings.at(name) > 0.3 && now.with_siblings < now.alone - sibling_tolerance) {
      fmt::print("{}: worse with siblings than without\n", name);
      ++failed;
    }
  }
  fmt::print("{} sets: {} failed\n", measured.sets.size(), failed);
  return failed > 0 ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 4 || arguments.size() > 6) {
    fmt::print(stderr, "usage: quality_floors FLOORS DATA MODELS REASONS [--record [--lower]]\n");
    return 2;
  }
  const bool recording = arguments.size() > 4 && arguments[4] == "--record";
  if (arguments[1].empty()) {
    fmt::print("skipped: PITH_DATA is not set\n");
    return 0;
  }
  if (!recording) return check(arguments[0], arguments[1], arguments[2]);
  return record(arguments[0], measure(sets_in(arguments[1]), arguments[2]), arguments[3],
                arguments.size() > 5 && arguments[5] == "--lower");
}
