// pith map
#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "plugin/cli/chunk_options.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/record_options.h"
#include "plugin/cluster/columns.h"
#include "plugin/cluster/map_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;

struct MapArguments {
  map::MapRequest request;
  std::string learn, models;
  int heartbeat = 0;  // seconds; 0: none
  bool columns = false;
};

nlohmann::ordered_json to_json(const map::MapSummary& summary) {
  nlohmann::ordered_json json = {{"records", summary.records}, {"left_out", summary.left_out},
                                 {"again", summary.again},     {"sites", summary.sites},
                                 {"losses", summary.losses},   {"stopped", summary.stopped}};
  json.update(cli::to_json(summary.counts));
  return json;
}

// On standard error: standard output has the documents.
void print_summary(const Context& context, map::Stage stage, const map::MapSummary& summary) {
  if (context.json) {
    fmt::print(stderr, "{}\n", to_json(summary).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print(stderr, "{}: {} not pages{}, {} of a URL, {} of {}\n", counted(summary.records, "record"),
             human_count(sum_of(summary.left_out)), in_brackets(summary.left_out),
             counted(summary.again, "further capture"), counted(summary.counts.pages, "page"),
             counted(summary.sites, "site"));
  if (stage != map::Stage::learn) fmt::print(stderr, "{}\n", described(summary.counts));
  if (const auto found = summary.left_out.find("no_url"); found != summary.left_out.end())
    print_pages_without_url(found->second);
}

class Heartbeat {
 public:
  explicit Heartbeat(int seconds) : every_(seconds) {}
  void show(const map::MapSummary& summary) {
    const auto now = Clock::now();
    if (every_ == std::chrono::seconds(0) || now - shown_ < every_) return;
    shown_ = now;
    fmt::print(stderr, "pith map: {}, {}, {}\n", counted(summary.records, "record"), counted(summary.sites, "site"),
               counted(summary.counts.pages, "page"));
  }

 private:
  const std::chrono::seconds every_;
  Clock::time_point shown_ = Clock::now();
};

void print_columns(const Context& context) {
  auto list = nlohmann::ordered_json::array();
  for (const map::Column& column : map::columns()) {
    list.push_back({{"name", column.name}, {"type", column.type}, {"meaning", column.meaning}});
    if (!context.json) fmt::print("{:<14}{:<9}{}\n", column.name, column.type, column.meaning);
  }
  if (context.json) fmt::print("{}\n", list.dump());
}

void map_records(Context& context, const MapArguments& arguments) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  map::MapRequest request = arguments.request;
  if (!arguments.learn.empty()) {
    request.stage = map::Stage::learn;
    request.models = arguments.learn;
  } else if (!arguments.models.empty()) {
    request.stage = map::Stage::piece;
    request.models = arguments.models;
  }

  const InterruptScope scope;
  const PromptEnd prompt;
  // Ends as other programs do in `pith map | head`.
  std::signal(SIGPIPE, SIG_DFL);
  Progress progress(context.quiet || context.json || arguments.heartbeat > 0);
  Heartbeat heartbeat(arguments.heartbeat);
  progress.begin("mapping");
  map::MapHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.write = write_out;
  hooks.lost = print_loss;
  hooks.progress = [&](const map::MapSummary& summary) {
    heartbeat.show(summary);
    progress.show(summary.counts.pages, 0, counted(summary.records, "record") + "  " + counted(summary.sites, "site"));
  };
  const auto summary = map::run_map(*config, request, hooks);
  progress.finish();
  if (!summary) {
    context.fail(summary.error());
    if (interrupt_flag()) context.exit = Exit::interrupted;
    return;
  }
  if (auto error = flush_out()) return context.fail(*error);
  print_summary(context, request.stage, *summary);
  if (summary->losses > 0) context.exit = Exit::failed;
  if (summary->stopped) {
    print_error("interrupted: the last site of the output may lack documents");
    context.exit = Exit::interrupted;
  }
}

}  // namespace

void add_map(CLI::App& app, Context& context) {
  static MapArguments arguments;
  CLI::App* command =
      app.add_subcommand("map", "Turn records into documents, site by site, and keep nothing: for Spark");
  add_record_options(*command, arguments.request.sources);
  add_memory_option(*command, arguments.request.memory);
  command->add_option("--threads", arguments.request.threads, "Threads that work on a site (default 1)")
      ->check(whole_number(1, 1024));
  add_format_option(*command, arguments.request.format);
  command->add_flag_callback(
      "--chunks", [] { arguments.request.format = map::find_format("chunks"); }, "The same as --format chunks");
  add_chunk_options(*command, arguments.request.wanted.chunk);
  command->add_flag("--structure", arguments.request.wanted.structure,
                    "Also each page's blocks, as `pith export` does");
  command
      ->add_option(
          "--content-key", arguments.request.content_key,
          "A number that nobody else knows, the same for all parts of a crawl: whoever knows it can make pages "
          "that pass for copies of others")
      ->type_name("NUMBER");
  auto* learn = command->add_option("--learn", arguments.learn, "Write each site's model there, and no documents");
  command->add_option("--models", arguments.models, "Take each site's model from there; write pages for `pith fold`")
      ->type_name("DIR")
      ->excludes(learn->type_name("DIR"));
  command->add_option("--heartbeat", arguments.heartbeat, "A line on standard error every so many seconds")
      ->check(whole_number(1, 3600))
      ->type_name("SECONDS");
  command->add_flag("--columns", arguments.columns, "Print the columns of --format columns, and end");
  command->footer(
      "Formats:\n" + format_list() +
      "\n"
      "  zcat records.jsonl.gz | pith map > documents.jsonl\n"
      "  pith map --format wet site.warc.gz | gzip > site.wet.gz\n\n"
      "Records are what `pith ingest` reads. Those of a site come one after the other, as sorting by site gives them;\n"
      "how sites are spread over tasks makes no difference to their documents. Nothing is kept: no cache, no index.\n"
      "Each site is learned from its pages, extracted, and its duplicates are left out, as `pith index` does.\n"
      "What is left out has a line of its own in JSON lines, with the reason; the summary on standard error (--json: "
      "one\n"
      "object) adds up: records are left out, come again, or are pages; pages are documents or skipped.\n"
      "A record that cannot be read is a line on standard error with its place, and ends nothing.\n"
      "Exit codes: 0 all was read, even if there was nothing; 2 an error; 130 interrupted.");
  command->callback([&context] { arguments.columns ? print_columns(context) : map_records(context, arguments); });
}

}  // namespace pith::cli
