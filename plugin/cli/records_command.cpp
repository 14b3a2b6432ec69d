// pith records
#include <fmt/format.h>

#include <csignal>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/text/number.h"
#include "crawler_adapter/inputs/piece_json.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/record_options.h"
#include "plugin/cluster/pieces_run.h"
#include "plugin/cluster/records_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

void print_summary(const Context& context, const map::RecordsSummary& summary) {
  if (context.json) {
    nlohmann::ordered_json json = cli::to_json(summary);
    json.update({{"bytes", summary.bytes}, {"stopped", summary.stopped}});
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print(stderr, "{}: {} not pages{}, {}, {} MB\n", counted(summary.records, "record"),
             human_count(sum_of(summary.left_out)), in_brackets(summary.left_out), counted(summary.pages, "page"),
             summary.bytes >> 20);
}

void fail(Context& context, const Error& error) {
  context.fail(error);
  if (interrupt_flag()) context.exit = Exit::interrupted;
}

void write_pieces(Context& context, const map::Sources& sources, std::uint64_t bytes) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const InterruptScope scope;
  const PromptEnd prompt;  // nobody may read the output
  std::signal(SIGPIPE, SIG_DFL);
  Progress progress(context.quiet || context.json);
  progress.begin("reading");
  map::PiecesHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.write = [](const ingest::Piece& piece) { return write_out(ingest::to_json(piece) + "\n"); };
  hooks.lost = print_loss;
  hooks.progress = [&](const map::PiecesSummary& summary) {
    progress.show(summary.pieces, 0, counted(summary.records, "record"));
  };
  const auto summary = map::run_pieces(*config, sources, bytes, hooks);
  progress.finish();
  if (!summary) return fail(context, summary.error());
  if (auto error = flush_out()) return context.fail(*error);
  if (context.json) {
    nlohmann::ordered_json json = cli::to_json(*summary);
    json.update({{"pieces", summary->pieces}, {"stopped", summary->stopped}});
    fmt::print(stderr, "{}\n", json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print(stderr, "{}{}, {}\n", counted(summary->records, "record"), in_brackets(summary->left_out),
               counted(summary->pieces, "piece"));
  }
  if (summary->losses > 0) context.exit = Exit::failed;
  if (summary->stopped) {
    print_error("interrupted: the output is cut short");
    context.exit = Exit::interrupted;
  }
}

void write_records(Context& context, const map::Sources& sources) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const InterruptScope scope;
  const PromptEnd prompt;         // nobody may read the output
  std::signal(SIGPIPE, SIG_DFL);  // ends as other programs do in `pith records | head`
  Progress progress(context.quiet || context.json);
  progress.begin("reading");
  map::RecordsHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.write = write_out;
  hooks.lost = print_loss;
  hooks.progress = [&](const map::RecordsSummary& summary) {
    progress.show(summary.pages, 0, counted(summary.records, "record"));
  };
  const auto summary = map::run_records(*config, sources, hooks);
  progress.finish();
  if (!summary) return fail(context, summary.error());
  if (auto error = flush_out()) return context.fail(*error);
  print_summary(context, *summary);
  if (summary->losses > 0) context.exit = Exit::failed;
  if (summary->stopped) {
    print_error("interrupted: the output is cut short");
    context.exit = Exit::interrupted;
  }
}

}  // namespace

void add_records(CLI::App& app, Context& context) {
  static map::Sources sources;
  static std::optional<std::uint64_t> piece_bytes;
  CLI::App* command = app.add_subcommand("records", "Name the site of each record, for engines that sort");
  add_record_options(*command, sources);
  command
      ->add_option(
          "--pieces", piece_bytes,
          "Instead of records, write where WARC and ARC files can be cut into pieces of this size, and where the "
          "records are that CDX files name")
      ->transform(CLI::AsSizeValue(false))
      ->type_name("BYTES");
  command->footer(
      "  pith records crawl.warc.gz > crawl.frames\n"
      "  curl -s https://h.example/crawl.warc.gz | pith records --name crawl.warc.gz > crawl.frames\n\n"
      "Reads what `pith ingest` reads, and writes frames in the same order: each record with its length before it,\n"
      "its site and its normalised URL in its head. Sorted by these two, then by arrival, they are what `pith map`\n"
      "takes. deploy/spark does so with Spark; on one machine, `pith shuffle` does all of it.\n"
      "Pieces are JSON lines: {\"file\", \"offset\", \"length\"}, of a CDX file with \"url\". With the bytes after\n"
      "them, they are the input `ranges`.\n"
      "Exit codes: 0 all was read, even if there was nothing; 2 an error; 130 interrupted.");
  command->callback(
      [&context] { piece_bytes ? write_pieces(context, sources, *piece_bytes) : write_records(context, sources); });
}

}  // namespace pith::cli
