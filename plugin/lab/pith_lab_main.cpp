// pith-lab: scores extractors on labelled pages and repeats the papers' experiments.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/extract/registry.h"
#include "core/text/number.h"
#include "plugin/lab/cross_validation.h"
#include "plugin/lab/evaluation_report.h"
#include "plugin/lab/experiments.h"
#include "plugin/lab/fields_command.h"
#include "plugin/terminal/context.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/report_file.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

namespace fs = std::filesystem;

struct Comparison {
  std::vector<std::string> directories, extractors{"all"}, metrics;
  std::string siblings = "nearest", split, fold, by = "set", output, peers, experiment, label, models;
  std::vector<unsigned> n{4};
  std::size_t limit = 0, worst = 0;
  std::uint64_t seed = 1;
  unsigned threads = 0;
  bool markdown = false, html = false, list = false;
};

// "all", "site", "single" or names with parameters.
std::vector<std::string> expand(const std::vector<std::string>& given) {
  std::vector<std::string> out;
  for (const std::string& name : given) {
    if (name != "all" && name != "site" && name != "single") {
      out.push_back(name);
      continue;
    }
    for (const ExtractorInfo& info : extractors())
      if (name == "all" || info.site_level == (name == "site")) out.emplace_back(info.name);
  }
  return out;
}

Result<std::vector<eval::System>> make_systems(const Comparison& request) {
  const auto mode = eval::sibling_mode_of(request.siblings);
  std::vector<eval::System> out;
  std::set<std::pair<std::string, unsigned>> seen;
  for (const std::string& spec : expand(request.extractors)) {
    for (const unsigned n : request.n) {
      if (!seen.emplace(spec, n).second) continue;
      auto system = eval::parse_system(spec, *mode, n);
      if (!system) return system.error();
      const bool site_level = system->site_level, learns = system->learns_from_site();
      if (site_level && !learns && request.n.size() > 1) system->label += fmt::format(", n={}", n);
      out.push_back(std::move(*system));
      if (!site_level || learns) break;  // n changes nothing
    }
  }
  return out;
}

Result<eval::Options> make_options(const Comparison& request) {
  eval::Options options;
  for (const std::string& name : request.metrics) {
    const auto metric = eval::metric_of(name);
    if (!metric) return Error{"usage", "--metrics: there is no metric " + name};
    options.metrics[static_cast<std::size_t>(*metric)] = true;
  }
  if (request.metrics.empty()) options.metrics.fill(true);
  options.limit = request.limit;
  options.split = request.split;
  options.seed = request.seed;
  options.threads = request.threads;
  if (!request.fold.empty()) {
    const char* end = request.fold.data() + request.fold.size();
    const auto [slash, error] = std::from_chars(request.fold.data(), end, options.fold);
    if (error != std::errc() || slash == end || *slash != '/' ||
        std::from_chars(slash + 1, end, options.folds).ptr != end || options.fold < 1 || options.fold > options.folds)
      return Error{"usage", "--fold " + request.fold + ": expected K/N, for example 1/5"};
  }
  return options;
}

// Unless one is given: all peers*.tsv beside the sets, or else above them.
std::vector<std::string> find_peers(const Comparison& request, const std::vector<std::string>& sets) {
  if (!request.peers.empty()) return {request.peers};
  std::vector<std::string> out;
  const fs::path beside = fs::absolute(fs::path(sets.front()) / ".").lexically_normal().parent_path().parent_path();
  for (const fs::path& directory : {beside, beside.parent_path()}) {
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error)) {
      const std::string name = entry.path().filename().string();
      if (name.starts_with("peers") && name.ends_with(".tsv") && entry.is_regular_file(error))
        out.push_back(entry.path().string());
    }
    if (!out.empty()) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::string render(const Context& context, const Comparison& request, const eval::Evaluation& evaluation,
                   const eval::ReportOptions& options, bool only_first) {
  if (context.json) return report_json(evaluation, options) + "\n";
  if (request.html) return report_html(evaluation, options);
  std::string out = request.markdown ? "## " + options.title + "\n\n" + provenance(evaluation, options) + "\n\n"
                                     : options.title + "\n" + provenance(evaluation, options) + "\n\n";
  if (!only_first) out += fmt::format("{}\n\n", eval::legend());  // an experiment's own tables have no intervals
  for (const eval::Table& table : only_first ? options.first : report_tables(evaluation, options))
    out += request.markdown ? to_markdown(table) : printable(to_text(table));
  return out;
}

void list_experiments(const Context& context) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const eval::Experiment& experiment : eval::experiments())
    if (context.json)
      list.push_back({{"name", experiment.name}, {"title", experiment.title}});
    else
      fmt::print("{:<18} {}\n", experiment.name, experiment.title);
  if (context.json) fmt::print("{}\n", list.dump(2));
}

// All that the request names, found, read and checked.
struct Plan {
  std::vector<std::string> sets;
  eval::Options options;
  const eval::Experiment* experiment = nullptr;  // null: the request's own systems
  std::vector<eval::System> systems;
  std::optional<eval::Peers> peers;
};

std::optional<Error> choose_systems(const Comparison& request, Plan& plan) {
  if (!request.experiment.empty()) {
    plan.experiment = eval::find_experiment(request.experiment);
    if (!plan.experiment)
      return Error{"usage",
                   "there is no experiment " + request.experiment + "; pith-lab eval --experiments lists them"};
    eval::apply(*plan.experiment, plan.options);
  }
  auto systems = plan.experiment ? eval::systems_of(*plan.experiment) : make_systems(request);
  if (!systems) return systems.error();
  plan.systems = *std::move(systems);
  if (request.models.empty()) return std::nullopt;
  const auto models = eval::read_fold_models(request.models);
  if (!models) return models.error();
  bool any = false;
  for (eval::System& system : plan.systems) any = eval::cross_validate(system, *models) || any;
  if (!any) return Error{"usage", "--models: none of these extractors is learned; only pith is"};
  return std::nullopt;
}

Result<Plan> make_plan(const Context& context, const Comparison& request) {
  if (request.directories.empty())
    return Error{"usage", "eval: name a folder of labelled pages; see pith-lab eval --help"};
  if (int(request.markdown) + int(request.html) + int(context.json) > 1)
    return Error{"usage", "eval: --json, --markdown and --html exclude each other"};
  Plan plan;
  auto sets = eval::find_page_sets(request.directories);
  if (!sets) return sets.error();
  plan.sets = *std::move(sets);
  auto options = make_options(request);
  if (!options) return options.error();
  plan.options = *std::move(options);
  if (auto error = choose_systems(request, plan)) return *std::move(error);
  const std::vector<std::string> peers_files = find_peers(request, plan.sets);
  if (!peers_files.empty() && !plan.experiment) {
    auto read = eval::Peers::read(peers_files);
    if (!read) return read.error();
    plan.peers = *std::move(read);
  }
  return plan;
}

void note_pages_seen(const std::vector<eval::System>& systems) {
  for (const eval::System& system : systems)
    if (system.extractor.starts_with("pith/"))
      fmt::print(stderr,
                 "note: {} may have learned from these very pages; --models tests/quality/models measures it on "
                 "sites that it has not seen\n",
                 system.label);
}

Result<eval::Evaluation> evaluate_with_display(const Context& context, Plan& plan) {
  const InterruptScope interrupt;
  const PromptEnd prompt;
  plan.options.stop = &interrupt_flag();
  Progress progress(context.quiet);
  progress.begin(counted(plan.systems.size(), "system"));
  plan.options.progress = [&](std::size_t done, std::size_t total) {
    progress.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total), "");
  };
  auto evaluation = eval::evaluate(plan.sets, std::move(plan.systems), plan.options);
  progress.finish();
  return evaluation;
}

std::optional<std::string> why_nothing_was_measured(const eval::Evaluation& evaluation) {
  std::string skipped;
  for (const eval::SetOutcome& set : evaluation.sets)
    for (const eval::PageOutcome& page : set.pages) {
      if (page.skipped.empty()) return std::nullopt;
      skipped = fmt::format("; {} {}: {}", set.set.name, set.set.pages[page.page].id, page.skipped);
    }
  return "no page was measured: the options leave none with gold text" + skipped;
}

eval::ReportOptions report_options(const Comparison& request, const Plan& plan, const eval::Evaluation& evaluation) {
  eval::ReportOptions report;
  report.label = request.label;
  report.peers = plan.peers ? &*plan.peers : nullptr;
  report.worst = request.worst;
  report.seed = request.seed;
  report.breakdown = request.by == "site"   ? eval::Breakdown::site
                     : request.by == "type" ? eval::Breakdown::type
                     : request.by == "page" ? eval::Breakdown::page
                                            : eval::Breakdown::set;
  if (plan.experiment) {
    report.title = plan.experiment->title;
    report.first = eval::experiment_tables(*plan.experiment, evaluation);
  }
  return report;
}

void compare(Context& context, const Comparison& request) {
  if (request.list) return list_experiments(context);
  auto plan = make_plan(context, request);
  if (!plan) return context.fail(plan.error());
  if (request.models.empty() && !context.quiet) note_pages_seen(plan->systems);
  ReportFile file(request.output);
  if (auto error = file.open()) return context.fail(*error);
  const auto evaluation = evaluate_with_display(context, *plan);
  if (!evaluation) {
    context.fail(evaluation.error());
    if (evaluation.error().code == eval::interrupted_code) context.exit = Exit::interrupted;
    return;
  }
  if (const auto why = why_nothing_was_measured(*evaluation)) {
    print_error(*why);
    context.exit = Exit::nothing;
    return;
  }
  file.deliver(context, render(context, request, *evaluation, report_options(request, *plan, *evaluation),
                               plan->experiment != nullptr));
}

void add_eval(CLI::App& app, Context& context) {
  static Comparison request;
  CLI::App* command = app.add_subcommand("eval", "Compare extractors on labelled pages");
  command->add_option("DIR", request.directories,
                      "Sets of labelled pages: folders with manifest.jsonl, html/, gold/; or a folder of such folders");
  command
      ->add_option("-e,--extractors", request.extractors,
                   "all, site, single, or names, with parameters as in conex:threshold=1:equality=tag")
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option("--siblings", request.siblings,
                   "Which pages of the site to compare a page with; site: with what pith index learns from all of them")
      ->check(one_of({"linked", "nearest", "random", "none", "site"}))
      ->capture_default_str();
  command->add_option("--n", request.n, "Number of siblings; several numbers are compared")
      ->delimiter(',')
      ->check(CLI::Range(0, 64))
      ->capture_default_str();
  command->add_option("--split", request.split, "Only pages with this `split` in the manifest");
  command->add_option("--fold", request.fold, "Only pages of template families, or sites, in fold K of N, as K/N");
  command->add_option("--limit", request.limit, "Pages per set, evenly spread; 0: all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      ->add_option("--metrics", request.metrics, "words, nodes, lcsequence, lcstring, word-lcs, shingles; default: all")
      ->delimiter(',');
  command->add_option("--by", request.by, "More tables than one per set")
      ->check(one_of({"set", "site", "type", "page"}))
      ->capture_default_str();
  command
      ->add_option("--worst", request.worst, "List this many worst pages per set, with what was lost and wrongly kept")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  CLI::Option* experiment = command->add_option("--experiment", request.experiment,
                                                "Repeat a paper's experiment, beside the paper's own figures");
  for (const char* option : {"--extractors", "--siblings", "--n", "--metrics"})
    experiment->excludes(command->get_option(option));
  command->add_flag("--experiments", request.list, "List the papers' experiments");
  command
      ->add_option("--peers", request.peers,
                   "Results of public extractors on the same pages (peers*.tsv; found beside the sets)")
      ->type_name("FILE");
  command
      ->add_option("--models", request.models,
                   "Cross-validate pith: for each page the fold-K.model that has not seen its template family or site")
      ->type_name("DIR");
  command->add_option("--seed", request.seed, "Seed for random siblings")->capture_default_str();
  command->add_option("--threads", request.threads, "0: one per processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  command->add_option("--label", request.label, "Text for the report's first line, for example a commit");
  command->add_flag("--markdown", request.markdown, "Print Markdown");
  command->add_flag("--html", request.html, "Print a self-contained page with plots");
  command->add_option("-o,--output", request.output, "Write to a file")->type_name("FILE");
  command->footer(
      "Examples:\n"
      "  pith-lab eval labelled/ -e conex,cnr --metrics words --worst 3\n"
      "  pith-lab eval labelled/dragnet -e site --n 0,1,2,4,8 --html -o report.html\n"
      "  pith-lab eval labelled/ --experiment conex-table-1\n"
      "  pith-lab eval labelled/ -e pith,wlr --models tests/quality/models --n 0,4\n"
      "  pith-lab eval labelled/ -e pith,pith:site=false --siblings site\n"
      "Each figure is a mean over pages, with its 95 % bootstrap interval, clustered by site: whole sites are drawn, "
      "since pages\n"
      "of one site are alike. For two sites that is hardly an interval; for one, marked †, pages are drawn. `mean of "
      "sets` counts\n"
      "every set the same. after/parse is the median over pages of the extractor's time, siblings parsed, to that of "
      "parsing the\n"
      "page. With --siblings site, an extractor that learns from sites gets the model of the site that pith index "
      "would "
      "make of\n"
      "the set's pages, without the page itself; --n is for the others, which get the nearest pages. Titles and "
      "captions "
      "count as\n"
      "the manifest says (title_in_gold, captions_in_gold), else as is better for the extractor on the set; the table "
      "marks those\n"
      "measured without. Times are from one run on a busy machine: compare them only within a run.\n"
      "Exit code 1: no page was measured.");
  command->callback([&context] { compare(context, request); });
}

}  // namespace
}  // namespace pith::cli

int main(int argc, char** argv) {
  using namespace pith::cli;
  Context context;
  CLI::App app{
      "Measures extractors on labelled pages: for those who work on extraction.\n\n"
      "  pith-lab eval labelled/ -e pith,conex     how well they do, page by page and on average\n"
      "  pith-lab eval --experiments               the papers' experiments, to repeat\n"
      "  pith-lab fields labelled/                 titles and dates of the documents"};
  app.footer("Manual: deploy/manual/eval.md\nExit codes: 0 done, 1 no page was measured, 2 error, 130 interrupted.");
  add_common_options(app, context);
  add_eval(app, context);
  add_fields(app, context);
  return run(app, context, argc, argv);
}
