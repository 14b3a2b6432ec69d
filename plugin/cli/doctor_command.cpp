// pith doctor
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "plugin/cli/commands.h"
#include "plugin/cli/interrupt.h"
#include "plugin/cli/progress.h"
#include "plugin/cli/terminal.h"
#include "plugin/pipeline/doctor.h"
#include "plugin/pipeline/index_run.h"

namespace pith::cli {
namespace {

constexpr std::size_t shown = 20;
constexpr int rounds = 3;  // of repairing: what a cache has lost is found out in the second one

using Json = nlohmann::ordered_json;

// What a list of findings has too many of for a terminal is in --json.
template <typename List, typename Line>
void print_list(const List& list, Line line) {
  for (std::size_t i = 0; i < list.size() && i < shown; ++i) fmt::print("  {}\n", printable(line(list[i])));
  if (list.size() > shown)
    fmt::print("  … {} more; --json has all\n", human_count(static_cast<std::int64_t>(list.size() - shown)));
}

std::string line_of(const pipeline::LostPage& page) { return (page.url.empty() ? "" : page.url + ": ") + page.what; }

void print_findings(const pipeline::Diagnosis& found) {
  for (const std::string& note : found.notes) fmt::print("{}\n", printable(note));
  fmt::print("checked {} pages, {} bodies, {} files of the index, {} documents\n", human_count(found.pages),
             human_count(found.bodies), human_count(found.files), human_count(found.documents));
  if (found.findings.empty()) return;
  fmt::print("{}\n", styled(Style::red, fmt::format("{} found damaged:",
                                                    human_count(static_cast<std::int64_t>(found.findings.size())))));
  print_list(found.findings,
             [](const pipeline::Finding& f) { return f.what.starts_with(f.where) ? f.what : f.where + ": " + f.what; });
  std::vector<std::string> repairs;
  for (const pipeline::Finding& f : found.findings)
    if (std::find(repairs.begin(), repairs.end(), f.repair) == repairs.end()) repairs.push_back(f.repair);
  fmt::print("`pith doctor --repair`:\n");
  print_list(repairs, [](const std::string& repair) { return repair; });
}

class DoctorCommand {
 public:
  explicit DoctorCommand(Context& context) : context_(context), progress_(context.quiet || context.json) {}

  void run(const config::Config& config, bool repair) {
    hooks_.stop = &interrupt_flag();
    hooks_.progress = [this](const std::string& what, std::int64_t done, std::int64_t total) {
      if (what != doing_) progress_.begin(what);
      doing_ = what;
      progress_.show(done, total, "");
    };
    auto found = pipeline::examine(config, hooks_);
    if (!found) return fail(found.error());
    const pipeline::Diagnosis first = *found;
    if (!context_.json) {
      progress_.finish();
      print_findings(first);
    }
    for (int round = 0; repair && round < rounds && !found->findings.empty() && !found->stopped; ++round) {
      if (auto error = repair_once(config, *found)) return fail(*error);
      found = pipeline::examine(config, hooks_);
      if (!found) return fail(found.error());
    }
    progress_.finish();
    context_.exit = found->stopped ? Exit::interrupted : found->findings.empty() ? Exit::ok : Exit::nothing;
    context_.json ? print_json(first, *found, repair) : print_end(first, *found, repair);
  }

 private:
  std::optional<Error> repair_once(const config::Config& config, const pipeline::Diagnosis& found) {
    auto repaired = pipeline::repair(config, found, hooks_);
    if (!repaired) return repaired.error();
    for (auto& line : repaired->done) done_.push_back(std::move(line));
    for (auto& page : repaired->lost) lost_.push_back(std::move(page));
    pipeline::IndexHooks indexing;
    indexing.stop = hooks_.stop;
    indexing.progress = [&](const pipeline::IndexProgress& p) { hooks_.progress("indexing", p.examined, p.pages); };
    const auto summary = pipeline::run_index(config, indexing);
    if (!summary) {
      if (summary.error().code == "no_cache") return std::nullopt;
      return summary.error();
    }
    if (summary->written + summary->removed > 0)
      done_.push_back(fmt::format("indexed: {} documents written, {} removed", human_count(summary->written),
                                  human_count(summary->removed)));
    return std::nullopt;
  }

  void fail(const Error& error) {
    progress_.finish();
    if (error.code == "interrupted") {
      print_error(error.message);
      context_.exit = Exit::interrupted;
      return;
    }
    context_.fail(error);
  }

  void print_json(const pipeline::Diagnosis& first, const pipeline::Diagnosis& last, bool repair) const {
    const auto list = [](const std::vector<pipeline::Finding>& findings) {
      Json array = Json::array();
      for (const auto& f : findings) array.push_back({{"where", f.where}, {"what", f.what}, {"repair", f.repair}});
      return array;
    };
    Json out = {
        {"healthy", last.healthy()},
        {"found", list(first.findings)},
        {"notes", first.notes},
        {"checked",
         {{"pages", first.pages}, {"bodies", first.bodies}, {"files", first.files}, {"documents", first.documents}}}};
    if (repair) {
      Json lost = Json::array();
      for (const auto& page : lost_) lost.push_back({{"url", page.url}, {"what", page.what}});
      out["done"] = done_;
      out["lost"] = lost;
      out["left"] = list(last.findings);
    }
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  void print_end(const pipeline::Diagnosis& first, const pipeline::Diagnosis& last, bool repair) const {
    if (last.stopped) return print_error("interrupted: what was done is kept");
    if (first.findings.empty()) {
      fmt::print("{}\n", styled(Style::green, "nothing is damaged"));
      return;
    }
    if (!repair) return;
    fmt::print("done:\n");
    print_list(done_, [](const std::string& line) { return line; });
    if (!lost_.empty()) {
      fmt::print("{} lost; those with a URL come back when they are crawled again:\n",
                 human_count(static_cast<std::int64_t>(lost_.size())));
      print_list(lost_, line_of);
    }
    if (last.findings.empty()) {
      fmt::print("{}\n", styled(Style::green, "nothing is damaged any more"));
      return;
    }
    fmt::print("still damaged:\n");
    print_list(last.findings, [](const pipeline::Finding& f) { return f.where + ": " + f.what; });
  }

  Context& context_;
  Progress progress_;
  pipeline::DoctorHooks hooks_;
  std::string doing_;
  std::vector<std::string> done_;
  std::vector<pipeline::LostPage> lost_;
};

}  // namespace

void add_doctor(CLI::App& app, Context& context) {
  static bool repair = false;
  CLI::App* command = app.add_subcommand("doctor", "Look for damage in page cache and index, and repair it");
  command->add_flag(
      "--repair", repair,
      "Put it right: save what can be read of the page cache, build a damaged index anew. End crawls and\n"
      "`pith index` before. What is damaged is kept beside its replacement");
  command->footer(
      "Reads every page of the cache and every file of the index, and compares the two. Without --repair it changes\n"
      "neither.\n"
      "Exit codes: 0 nothing is damaged (any more), 1 something is, 2 it could not be told, 130 interrupted.");
  command->callback([&context] {
    const auto config = context.load();
    if (!config) return context.fail(config.error());
    const InterruptScope scope;
    DoctorCommand(context).run(*config, repair);
  });
}

}  // namespace pith::cli
