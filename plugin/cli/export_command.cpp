// pith export
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "core/text/ascii.h"
#include "core/text/number.h"
#include "indexer_adapter/export/export_errors.h"
#include "plugin/cli/chunk_options.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/open_index.h"
#include "plugin/cluster/document_lines.h"
#include "plugin/index/export_run.h"
#include "plugin/index/index_options.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

struct ExportArguments {
  std::string to = "jsonl";
  std::string documents;  // a file of lines; empty: the index
  sinks::SinkOptions options;
  sinks::ExportRequest request;
  std::string since;  // a file; empty: everything
  bool chunks = false;
  ChunkSize chunk = {};
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// "20261122t031522123z": one word for every analyser, and nothing that a server could take for a number or a date.
std::string run_name() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  const std::time_t seconds = milliseconds / 1000;
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y%m%dt%H%M%S", &utc);
  return fmt::format("{}{:03}z", text, milliseconds % 1000);
}

std::string named(const std::string& documents) { return documents == "-" ? "standard input" : documents; }

std::optional<Error> check(const ExportArguments& arguments, const sinks::SinkInfo& sink) {
  const auto only = [](const char* option, const char* use) {
    return Error{"usage", std::string(option) + ": is only for " + use};
  };
  if (!sink.server && !arguments.options.url.empty()) return only("--url", "servers: --to opensearch, --to solr");
  if (!arguments.since.empty() && arguments.request.prune)
    return only("--prune", "whole exports: --since removes what is gone, and leaves pages of other exports");
  if (arguments.chunks && arguments.request.structure) return only("--structure", "pages: not with --chunks");
  if (!sink.server && arguments.request.prune) return only("--prune", "servers: each export writes a file anew");
  if (sink.server && !arguments.options.output.empty()) return only("--output", "--to jsonl");
  if (arguments.documents.empty()) return std::nullopt;
  if (arguments.request.prune)
    return only("--prune", "an index: lines do not say whether they are all, and what is missing would be removed");
  if (!arguments.since.empty()) return only("--since", "an index: lines do not say what is gone");
  if (!arguments.request.sites.empty()) return only("--site", "an index: of --documents, every line is sent");
  if (arguments.request.structure)
    return only("--structure", "an index: lines have their blocks if `pith map --structure` wrote them");
  return std::nullopt;
}

// What goes where: an ExportState belongs to this.
std::string scope_of(const ExportArguments& arguments) {
  nlohmann::ordered_json scope = {{"to", arguments.to}};
  if (!arguments.options.url.empty())
    scope.update({{"url", arguments.options.url}, {"index", arguments.options.collection}});
  if (!arguments.request.sites.empty()) {
    std::vector<std::string> sites = arguments.request.sites;
    std::ranges::sort(sites);
    scope["sites"] = sites;
  }
  if (arguments.request.structure) scope["structure"] = true;
  if (arguments.chunks) scope["chunks"] = {arguments.chunk.tokens, arguments.chunk.overlap, arguments.chunk.per_word};
  return sinks::to_line(scope);
}

nlohmann::ordered_json to_json(const ExportArguments& arguments, const sinks::ExportSummary& summary) {
  const sinks::ExportCounts& counts = summary.counts;
  nlohmann::ordered_json refusals = nlohmann::ordered_json::array();
  for (const sinks::Refusal& refusal : counts.first_refusals)
    refusals.push_back({{"id", refusal.id}, {"url", refusal.url}, {"why", refusal.why}});
  return {{"to", arguments.to},
          {"pages", summary.pages},
          {"skipped", summary.skipped},
          {"unreadable", summary.unreadable},
          {"sent", counts.sent},
          {"removed", counts.removed},
          {"refused", counts.refused},
          {"retried", counts.retried},
          {"bytes", counts.bytes},
          {"pruned", summary.pruned ? nlohmann::ordered_json(*summary.pruned) : nlohmann::ordered_json()},
          {"first_refusals", refusals},
          {"error", summary.error ? nlohmann::ordered_json(summary.error->message) : nlohmann::ordered_json()},
          {"stopped", summary.stopped}};
}

// The file that the export would have replaced, and did not; empty if there is none.
std::string file_left(const ExportArguments& arguments) {
  std::error_code none;
  const std::string& output = arguments.options.output;
  return std::filesystem::is_other(output, none) ? std::string() : output;
}

// On standard error if standard output has the documents.
void print_counts(const Context& context, const ExportArguments& arguments, const sinks::SinkInfo& sink,
                  const sinks::ExportSummary& summary) {
  std::FILE* const out = !sink.server && arguments.options.output.empty() ? stderr : stdout;
  const sinks::ExportCounts& counts = summary.counts;
  if (context.json) {
    fmt::print(out, "{}\n", to_json(arguments, summary).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  if (summary.pages == 0 && !summary.pruned && arguments.documents.empty()) return;
  const std::string to = sink.server ? arguments.options.collection + " at " + arguments.options.url
                         : arguments.options.output.empty() ? "standard output"
                                                            : arguments.options.output;
  fmt::print(out, "{}: {}, ", printable(to), counted(summary.pages, "page"));
  if (!arguments.documents.empty())
    fmt::print(out, "{} skipped, {} not readable, ", human_count(summary.skipped), human_count(summary.unreadable));
  fmt::print(out, "{} sent ({}), {} refused, {} sent again", human_count(counts.sent), human_bytes(counts.bytes),
             human_count(counts.refused), human_count(counts.retried));
  if (!arguments.since.empty()) fmt::print(out, "; {} removed", human_count(counts.removed));
  if (summary.pruned) fmt::print(out, "; {} of earlier exports removed", human_count(*summary.pruned));
  fmt::print(out, "\n");
}

// What is exported, and of how many pages; 0: unknown.
struct Pages {
  std::optional<index::Searcher> index;
  std::optional<map::DocumentLines> lines;
  std::int64_t known = 0;
};

std::optional<Error> open_searched(const Context& context, const ExportArguments& arguments, Pages& pages) {
  const auto config = context.load();
  if (!config) return config.error();
  const config::Settings& settings = config->settings();
  const auto options = pipeline::index_searcher_options(settings);
  if (!options) return options.error();
  if (!arguments.request.sites.empty() && !options->fields.has(index::Field::site))
    return Error{"usage", "--site: the index has no field site to choose by"};
  auto searcher = open_index(settings);
  if (!searcher) return searcher.error();
  const auto total = searcher->count();
  if (!total) return total.error();
  if (arguments.request.sites.empty()) pages.known = static_cast<std::int64_t>(*total);
  pages.index.emplace(std::move(*searcher));
  return std::nullopt;
}

std::optional<Error> open_pages(const Context& context, const ExportArguments& arguments, Pages& pages) {
  if (arguments.documents.empty()) return open_searched(context, arguments, pages);
  auto lines = map::DocumentLines::open(arguments.documents, &interrupt_flag());
  if (!lines) return lines.error();
  pages.lines.emplace(std::move(*lines));
  return std::nullopt;
}

sinks::ExportSummary export_pages(Pages& pages, sinks::Sink& sink, const ExportArguments& arguments,
                                  const sinks::ExportHooks& hooks) {
  if (pages.index) return sinks::run_export(*pages.index, sink, arguments.request, hooks);
  const auto lost = [&](const map::LostLine& line) {
    print_error(fmt::format("{}: line {}, byte {}: {}", printable(named(arguments.documents)), line.number, line.offset,
                            one_line(line.what)));
  };
  const auto read = [&](sinks::Intake& intake) -> std::optional<Error> {
    pages.lines->read(intake, lost);
    return std::nullopt;
  };
  return sinks::run_export(read, sink, hooks);
}

void print_refusals(const sinks::ExportCounts& counts) {
  for (const sinks::Refusal& refusal : counts.first_refusals)
    print_error(fmt::format("refused: {} ({}): {}", refusal.url, refusal.id, refusal.why));
  if (const auto more = counts.refused - static_cast<std::int64_t>(counts.first_refusals.size()); more > 0)
    print_error(fmt::format("refused: {} more documents", human_count(more)));
}

// Exit codes, and what a person has to know beside the counts.
void conclude(Context& context, const ExportArguments& arguments, const sinks::ExportSummary& summary) {
  const sinks::ExportRequest& request = arguments.request;
  const std::string file = file_left(arguments);
  if (summary.error) return context.fail(*summary.error);
  if (summary.stopped) {
    print_error(
        file.empty()
            ? "interrupted: the server may have part of it; run `pith export` again to send everything, each page once"
            : "interrupted: " + file + " was not written; run `pith export` again");
    context.exit = Exit::interrupted;
    return;
  }
  if (summary.counts.refused > 0 || summary.unreadable > 0) {
    context.exit = Exit::failed;
    if (request.prune) print_error("something was refused, so nothing was pruned");
  }
  if (summary.counts.sent + summary.counts.refused > 0) return;
  if (!arguments.since.empty() && summary.pages > 0) return;
  if (summary.unreadable == 0) context.exit = Exit::nothing;
  if (!arguments.documents.empty())
    return print_error(fmt::format("{} has no document{}", printable(named(arguments.documents)),
                                   file.empty() ? "" : "; " + file + " was not written"));
  print_error(fmt::format(
      "the index has no page{}{}{}", request.sites.empty() ? "" : " of these sites; `pith stats` lists them",
      request.prune ? "; nothing was pruned" : "", file.empty() ? "" : "; " + file + " was not written"));
}

void export_documents(Context& context, ExportArguments arguments) {
  const auto sink_info = sinks::find_sink(arguments.to);
  if (!sink_info) return context.fail(sink_info.error());
  if (auto error = check(arguments, **sink_info)) return context.fail(*error);
  // The index has them in lower case.
  for (std::string& site : arguments.request.sites) site = lower_ascii(site);

  const InterruptScope scope;
  std::optional<PromptEnd> prompt;  // nobody may read standard output
  if (!(*sink_info)->server && arguments.options.output.empty()) prompt.emplace();
  Pages pages;
  if (auto error = open_pages(context, arguments, pages)) return context.fail(*error);
  // Ends as other programs do in `pith export | head`.
  std::signal(SIGPIPE, SIG_DFL);
  Progress progress(context.quiet || context.json);
  std::int64_t done = 0;
  sinks::SinkOptions& options = arguments.options;
  if (arguments.chunks) {
    arguments.request.chunks = arguments.chunk;
    options.fields = sinks::chunk_fields();
  }
  options.stop = &interrupt_flag();
  options.run = run_name();
  options.credentials = {.user = environment("PITH_SINK_USER"),
                         .password = environment("PITH_SINK_PASSWORD"),
                         .api_key = environment("PITH_SINK_API_KEY")};
  options.waiting = [&](const std::string& why) { progress.show(done, pages.known, why); };
  progress.begin("exporting");
  std::optional<sinks::ExportState> state;
  if (!arguments.since.empty()) {
    auto loaded = sinks::ExportState::load(arguments.since, scope_of(arguments));
    if (!loaded) return context.fail(loaded.error());
    arguments.request.since = &state.emplace(*std::move(loaded));
  }
  const auto sink = (*sink_info)->open(options);
  if (!sink) {
    progress.finish();
    context.fail(sink.error());
    if (sink.error().code == sinks::code::stopped) context.exit = Exit::interrupted;
    return;
  }
  sinks::ExportHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.progress = [&](std::int64_t so_far) { progress.show(done = so_far, pages.known, ""); };
  const auto summary = export_pages(pages, **sink, arguments, hooks);
  progress.finish();
  print_refusals(summary.counts);
  print_counts(context, arguments, **sink_info, summary);
  conclude(context, arguments, summary);
}

}  // namespace

void add_export(CLI::App& app, Context& context) {
  static ExportArguments arguments;
  CLI::App* command =
      app.add_subcommand("export", "Write the index's pages as JSON lines, or to another search engine");
  std::vector<std::string> names;
  std::string list;
  for (const sinks::SinkInfo* sink : sinks::sinks()) {
    names.push_back(sink->name);
    list += fmt::format("  {:<12}{}\n", sink->name, sink->description);
  }
  command
      ->add_option("--documents", arguments.documents,
                   "JSON lines of `pith map` or `pith fold`, instead of the index; - is standard input")
      ->type_name("FILE");
  command->add_option("--to", arguments.to, "The output")->check(one_of(names))->capture_default_str();
  command->add_option("--output", arguments.options.output, "For jsonl: the file, instead of standard output")
      ->type_name("FILE");
  command->add_option("--url", arguments.options.url, "The server, as http://127.0.0.1:9200; without credentials")
      ->type_name("URL");
  command->add_option("--index,--collection", arguments.options.collection, "Index or collection on the server")
      ->type_name("NAME")
      ->capture_default_str();
  command->add_option("--site", arguments.request.sites, "Only pages of this site; repeatable")
      ->type_name("SITE")
      ->allow_extra_args(false);
  command->add_flag("--structure", arguments.request.structure,
                    "Also each page's blocks: tag, path, region, headings above, offsets into the content");
  command->add_flag("--chunks", arguments.chunks,
                    "Chunks instead of pages: pieces of sections, with the headings above, for embeddings");
  add_chunk_options(*command, arguments.chunk);
  command
      ->add_option("--since", arguments.since,
                   "Only what changed since the export that wrote this file; removes what is gone; then writes it anew")
      ->type_name("FILE");
  command->add_flag("--prune", arguments.request.prune,
                    "Afterwards remove pages of earlier exports of these sites that the index no longer has");
  command->add_option("--batch-bytes", arguments.options.batch_bytes, "Bytes of documents per request")
      ->check(whole_number(1'000, 100'000'000))
      ->capture_default_str();
  command->footer(
      "Outputs:\n" + list +
      "\n"
      "  pith export --output pages.jsonl\n"
      "  pith export | jq -r .title\n"
      "  pith export --chunks --chunk-tokens 256 --output chunks.jsonl\n"
      "  pith export --since pages.state --output changes.jsonl   what is gone: {\"id\": ..., \"removed\": true}\n"
      "  pith export --to opensearch --url http://127.0.0.1:9200 --index pages --prune\n"
      "  pith export --to solr --url http://127.0.0.1:8983 --collection pages\n"
      "  pith map site.frames | pith export --documents - --to opensearch --url http://127.0.0.1:9200 --index pages\n\n"
      "Credentials come from the environment: PITH_SINK_USER and PITH_SINK_PASSWORD, or PITH_SINK_API_KEY\n"
      "(OpenSearch, Elasticsearch).\n"
      "A page's id is the SHA-256 of its URL, so exporting again replaces it. A chunk's id stays as long as its own "
      "text\n"
      "and the headings above it do. Chunks belong into an index of their own. Busy or unreachable servers are tried\n"
      "eight times. With JSON lines on standard output the summary goes to standard error.\n"
      "Exit codes: 0 all pages were exported, 1 there was none, 2 an error, or a document was refused or unreadable,\n"
      "130 interrupted.");
  command->callback([&context] { export_documents(context, arguments); });
}

}  // namespace pith::cli
