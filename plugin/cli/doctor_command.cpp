// pith doctor
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/system_report.h"
#include "plugin/doctor/doctor.h"
#include "plugin/index/index_run.h"
#include "plugin/index/last_runs.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

constexpr std::size_t shown = 20;
constexpr int rounds = 4;  // of repair: what a cache has lost is found out in the second one

using Json = nlohmann::ordered_json;

// The items that are too many for a terminal are listed elsewhere.
template <typename List, typename Line>
void print_list(const List& list, Line line, const std::string& elsewhere = "--json") {
  for (std::size_t i = 0; i < list.size() && i < shown; ++i) fmt::print("  {}\n", one_line(line(list[i])));
  if (list.size() > shown)
    fmt::print("  … {} more; {} has all\n", human_count(static_cast<std::int64_t>(list.size() - shown)), elsewhere);
}

std::string line_of(const crawl::LostPage& page) { return (page.url.empty() ? "" : page.url + ": ") + page.what; }
std::string line_of(const pipeline::Finding& finding) {
  return finding.what.starts_with(finding.where) ? finding.what : finding.where + ": " + finding.what;
}

void print_findings(const pipeline::Diagnosis& found) {
  if (!found.notes.empty()) fmt::print("notes:\n");
  print_list(found.notes, [](const std::string& note) { return note; });
  fmt::print("checked {}, {} {}, {} of the index, {}\n", counted(found.pages, "page"), human_count(found.bodies),
             found.bodies == 1 ? "body" : "bodies", counted(found.files, "file"), counted(found.documents, "document"));
  if (found.findings.empty()) return;
  fmt::print("{}\n", styled(Style::red, fmt::format("{} found damaged:",
                                                    human_count(static_cast<std::int64_t>(found.findings.size())))));
  print_list(found.findings, [](const pipeline::Finding& finding) { return line_of(finding); });
  std::vector<std::string> repairs;
  for (const pipeline::Finding& f : found.findings)
    if (std::find(repairs.begin(), repairs.end(), f.repair) == repairs.end()) repairs.push_back(f.repair);
  fmt::print("`pith doctor --repair`:\n");
  print_list(repairs, [](const std::string& repair) { return repair; });
}

// A page whose number alone can be read may be listed a second time, by its URL, since the index still had it.
std::string count_of(const std::vector<crawl::LostPage>& lost) {
  std::set<std::string> urls;
  std::int64_t without = 0;
  for (const crawl::LostPage& page : lost) {
    without += page.url.empty();
    if (!page.url.empty()) urls.insert(page.url);
  }
  const std::string with = human_count(static_cast<std::int64_t>(urls.size())) + " lost";
  if (without == 0) return with;
  if (urls.empty()) return human_count(without) + " lost";
  return fmt::format("{}, and {} without a URL, which may be among them", with, human_count(without));
}

class DoctorCommand {
 public:
  DoctorCommand(Context& context, const config::Config& config, bool repair)
      : context_(context), config_(config), repair_(repair), progress_(context.quiet || context.json) {
    hooks_.stop = &interrupt_flag();
    hooks_.progress = [this](const std::string& what, std::int64_t done, std::int64_t total) {
      if (what != doing_) progress_.begin(what);
      doing_ = what;
      progress_.show(done, total, "");
    };
  }

  void run() {
    if (auto error = examine()) {
      progress_.finish();
      return fail(*error);
    }
    const pipeline::Diagnosis first = last_;
    if (!context_.json) {
      progress_.finish();
      print_findings(first);
    }
    const std::optional<Error> error = repair_ && !last_.stopped ? repair() : std::nullopt;
    progress_.finish();
    // However it ends, report what was done and what is lost.
    context_.json ? print_json(first, error) : print_end(first, error);
    if (!error && !last_.stopped) note();
    if (error) return fail(*error);
    if (last_.stopped) print_error("interrupted: what was done is kept");
    context_.exit = last_.stopped ? Exit::interrupted : last_.findings.empty() ? Exit::ok : Exit::nothing;
  }

 private:
  std::optional<Error> examine() {
    auto found = pipeline::examine(
        config_, repair_ ? pipeline::CacheAccess::bring_up_to_date : pipeline::CacheAccess::read_only, hooks_);
    if (!found) return found.error();
    last_ = *std::move(found);
    return std::nullopt;
  }

  // For monitors. Without the right to write, the diagnosis is as good as ever.
  void note() const {
    if (auto error = pipeline::write_last_diagnosis(config_.settings().cache.path,
                                                    static_cast<std::int64_t>(last_.findings.size())))
      print_warning(error->message);
  }

  std::optional<Error> repair() {
    bool to_index = false;
    for (int round = 0; round < rounds && !last_.findings.empty() && !last_.stopped; ++round) {
      if (auto error = pipeline::repair(config_, last_, repaired_, hooks_)) return error;
      // Compare what is left of a page cache with the index before indexing its pages.
      to_index = last_.plan.has(pipeline::RepairStep::salvage_cache);
      if (!to_index)
        if (auto error = index()) return error;
      if (auto error = examine()) return error;
    }
    if (!to_index || last_.stopped || !last_.findings.empty()) return std::nullopt;
    if (auto error = index()) return error;
    return examine();
  }

  std::optional<Error> index() {
    pipeline::IndexHooks indexing;
    indexing.stop = hooks_.stop;
    indexing.progress = [&](const pipeline::IndexProgress& p) { hooks_.progress("indexing", p.examined, p.pages); };
    const auto summary = pipeline::run_index(config_, indexing);
    if (!summary) return summary.error().code == crawl::code::no_cache ? std::nullopt : std::optional(summary.error());
    if (summary->written + summary->removed > 0)
      repaired_.done.push_back(fmt::format("indexed: {} written, {} removed", counted(summary->written, "document"),
                                           human_count(summary->removed)));
    return std::nullopt;
  }

  void fail(const Error& error) {
    if (error.code != crawl::code::interrupted) return context_.fail(error);
    print_error(error.message);
    context_.exit = Exit::interrupted;
  }

  void print_json(const pipeline::Diagnosis& first, const std::optional<Error>& error) const {
    const auto list = [](const std::vector<pipeline::Finding>& findings) {
      Json array = Json::array();
      for (const auto& f : findings) array.push_back({{"where", f.where}, {"what", f.what}, {"repair", f.repair}});
      return array;
    };
    Json out = {
        {"healthy", !error && last_.healthy()},
        {"found", list(first.findings)},
        {"notes", first.notes},
        {"checked",
         {{"pages", first.pages}, {"bodies", first.bodies}, {"files", first.files}, {"documents", first.documents}}}};
    if (repair_) {
      Json lost = Json::array();
      for (const auto& page : repaired_.lost) lost.push_back({{"url", page.url}, {"what", page.what}});
      out["done"] = repaired_.done;
      out["lost"] = lost;
      out["lists"] = repaired_.lists;
      out["left"] = list(last_.findings);
    }
    if (error) out["error"] = error->message;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  void print_end(const pipeline::Diagnosis& first, const std::optional<Error>& error) const {
    if (first.healthy() && !error) {
      fmt::print("{}\n", styled(Style::green, "nothing is damaged"));
      return;
    }
    if (!repaired_.done.empty()) fmt::print("done:\n");
    print_list(repaired_.done, [](const std::string& line) { return line; });
    if (!repaired_.lost.empty()) {
      const std::string lists = fmt::format("{}", fmt::join(repaired_.lists, ", "));
      fmt::print("{}; those with a URL come back with the next crawl; {} {} the list:\n", count_of(repaired_.lost),
                 printable(lists), repaired_.lists.size() == 1 ? "has" : "have");
      print_list(
          repaired_.lost, [](const crawl::LostPage& page) { return line_of(page); }, lists);
    }
    if (!repair_ || error || last_.stopped) return;
    if (last_.findings.empty()) {
      fmt::print("{}\n", styled(Style::green, "nothing is damaged any more"));
      return;
    }
    fmt::print("still damaged:\n");
    print_list(last_.findings, [](const pipeline::Finding& finding) { return line_of(finding); });
  }

  Context& context_;
  const config::Config& config_;
  const bool repair_;
  Progress progress_;
  pipeline::DoctorHooks hooks_;
  std::string doing_;
  pipeline::Diagnosis last_;
  pipeline::Repaired repaired_;
};

}  // namespace

void add_doctor(CLI::App& app, Context& context) {
  static bool repair = false, system = false;
  CLI::App* command = app.add_subcommand("doctor", "Look for damage in page cache and index, and repair it");
  CLI::Option* of_system = command->add_flag(
      "--system", system, "List the shared libraries, crawlers and plugins that Pith uses here, and what is missing");
  CLI::Option* repairing = command->add_flag(
      "--repair", repair,
      "Put it right: save what can be read of the page cache, build a damaged index anew. End crawls and\n"
      "`pith index` first. What is damaged is kept beside its replacement");
  of_system->excludes(repairing);
  command->footer(
      "Reads every page of the cache and every file of the index, and compares the two. Without --repair it changes\n"
      "neither; while it reads, `pith index` and other programs cannot write to the index.\n"
      "Exit codes: 0 nothing is damaged (any more) or missing, 1 something is, 2 an error prevented the check, 130 "
      "interrupted.");
  command->callback([&context] {
    if (system) return report_system(context);
    const auto config = context.load();
    if (!config) return context.fail(config.error());
    const InterruptScope scope;
    DoctorCommand(context, *config, repair).run();
  });
}

}  // namespace pith::cli
