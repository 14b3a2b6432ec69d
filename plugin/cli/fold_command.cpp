// pith fold
#include <fmt/format.h>

#include <csignal>
#include <nlohmann/json.hpp>
#include <string>

#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/record_options.h"
#include "plugin/cluster/fold_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

void print_summary(const Context& context, const map::FoldSummary& summary) {
  if (context.json) {
    nlohmann::ordered_json json = cli::to_json(summary.counts);
    json.update({{"sites", summary.sites}, {"stopped", summary.stopped}});
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print(stderr, "{} of {}: {}\n", counted(summary.counts.pages, "page"), counted(summary.sites, "site"),
             described(summary.counts));
}

void fold(Context& context, const map::FoldRequest& request) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const InterruptScope scope;
  const PromptEnd prompt;         // nobody may read the output
  std::signal(SIGPIPE, SIG_DFL);  // ends as other programs do in `pith fold | head`
  Progress progress(context.quiet || context.json);
  progress.begin("folding");
  map::FoldHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.write = write_out;
  hooks.progress = [&](const map::FoldSummary& summary) {
    progress.show(summary.counts.pages, 0, fmt::format("{} sites", summary.sites));
  };
  const auto summary = map::run_fold(*config, request, hooks);
  progress.finish();
  if (!summary) return context.fail(summary.error());
  if (auto error = flush_out()) return context.fail(*error);
  print_summary(context, *summary);
  if (summary->stopped) {
    print_error("interrupted: the last site of the output may lack documents");
    context.exit = Exit::interrupted;
  }
}

}  // namespace

void add_fold(CLI::App& app, Context& context) {
  static map::FoldRequest request;
  CLI::App* command = app.add_subcommand("fold", "Leave out duplicates among the pages of `pith map --models`");
  command->add_option("FILE", request.paths, "Pages; - is standard input")->capture_default_str();
  add_memory_option(*command, request.memory);
  add_format_option(*command, request.format);
  command->footer(
      "  pith shuffle site.warc.gz | pith map --learn models\n"
      "  pith shuffle site.warc.gz | pith map --models models | pith fold > documents.jsonl\n\n"
      "With models, a site's records can be cut into pieces by URL, a piece in each task. Whether a page has a\n"
      "duplicate is known when all pieces of its site are together: then `pith fold` gives the documents that\n"
      "`pith map` would give for the whole site. --format is that of `pith map --models`.\n"
      "Exit codes: 0 all was read, even if there was nothing; 2 an error; 130 interrupted.");
  command->callback([&context] { fold(context, request); });
}

}  // namespace pith::cli
