// pith ingest
#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/index_display.h"
#include "plugin/cli/record_options.h"
#include "plugin/cli/removal.h"
#include "plugin/crawl/ingest_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

// What the codes of left_out mean to a person; self-explanatory codes are shown unchanged.
std::string explained(const std::string& reason) {
  static const std::map<std::string, std::string> words = {
      {"not_html", "not HTML"},
      {"not_http", "not an http or https URL"},
      {"bad_url", "with an impossible host or port"},
      {"url_too_long", "with a URL that is too long"},
      {"too_large", "larger than cache.page_max_bytes"},
      {"decompression_ratio", "unpack to more than cache.page_max_ratio times their size"},
      {"no_url", "URL not known"},
      {"damaged", "damaged"},
      {"partial", "parts of pages (status 206)"},
      {"bad_http", "without HTTP head"},
      {"bad_line", "not valid lines"},
      {"segmented", "segments of larger records"},
      {"not_in_cache", "kept by HTTrack only in the mirror"},
      {"not_httrack", "not written by HTTrack"},
      {"same_url", "with the URL of a later file"},
      {"symbolic_link", "symbolic links"},
      {"unknown_encoding", "with an unknown Content-Encoding"},
      {"unknown_record_type", "of an unknown type"},
  };
  const auto found = words.find(reason);
  return found == words.end() ? reason : found->second;
}

nlohmann::ordered_json to_json(const ingest::Summary& summary) {
  nlohmann::ordered_json json = {{"sources", nlohmann::ordered_json::array()}};
  for (const ingest::Source& source : summary.sources) {
    nlohmann::ordered_json losses = nlohmann::ordered_json::array();
    for (const ingest::Loss& loss : source.report.first_losses)
      losses.push_back({{"offset", loss.offset}, {"record", loss.record}, {"what", loss.what}});
    json["sources"].push_back({{"path", source.path},
                               {"input", source.input},
                               {"records", source.report.records},
                               {"captured", source.report.pages},
                               {"left_out", source.report.left_out},
                               {"losses", source.report.losses},
                               {"first_losses", losses}});
  }
  json["records"] = summary.total(&ingest::Report::records);
  json["captured"] = summary.total(&ingest::Report::pages);
  json["losses"] = summary.total(&ingest::Report::losses);
  json["retired"] = summary.retired;
  json["unmet"] = summary.unmet;
  json["held"] = summary.held;
  json["complete"] = summary.complete;
  json["stopped"] = summary.stopped;
  return json;
}

void print_source(const ingest::Source& source) {
  const ingest::Report& report = source.report;
  std::string left_out;
  for (const auto& [reason, count] : report.left_out)
    left_out += fmt::format("{}{} {}", left_out.empty() ? "" : ", ", human_count(count), explained(reason));
  fmt::print("{} ({}): {}, {} captured{}\n", printable(source.path), source.input, counted(report.records, "record"),
             human_count(report.pages), left_out.empty() ? "" : "; left out: " + left_out);
}

// On standard error, in every mode: nothing is lost silently.
void print_losses(const ingest::Source& source) {
  constexpr std::size_t most = 10;
  const auto& losses = source.report.first_losses;
  for (std::size_t i = 0; i < std::min(losses.size(), most); ++i)
    print_error(fmt::format("{}: lost {} {}: {}", source.path, losses[i].packed ? "in" : "at", place_of(losses[i]),
                            one_line(losses[i].what)));
  if (source.report.losses > static_cast<std::int64_t>(most))
    print_error(fmt::format("{}: {} more losses; --json lists the first hundred", source.path,
                            human_count(source.report.losses - static_cast<std::int64_t>(most))));
}

constexpr const char* why_open_ended =
    "may be cut short, so no page counts as gone; JSON lines of a whole crawl end with the line {\"end\": true}, and "
    "--complete says so of anything else";

void print_summary(const Context& context, const ingest::Request& request, const ingest::Summary& summary) {
  std::int64_t no_url = 0;
  for (const ingest::Source& source : summary.sources) {
    if (!context.json) print_source(source);
    print_losses(source);
    if (const auto found = source.report.left_out.find("no_url"); found != source.report.left_out.end())
      no_url += found->second;
  }
  if (context.json) fmt::print("{}\n", to_json(summary).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  print_pages_without_url(no_url);
  if (!context.json)
    print_removal(
        {.retired = summary.retired,
         .unmet = summary.unmet,
         .held = summary.held,
         .missing = summary.missing,
         .earlier = "an earlier run of " + request.crawl,
         .next = request.allow_removal ? "the next run with --allow-removal" : "the next run",
         .suspicion = "the input may hold only part of the site, or a site that was down or asked for a login"});
}

void ingest_files(Context& context, const ingest::Request& request, bool capture_only) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const InterruptScope scope;
  Progress progress(context.quiet || context.json);
  progress.begin("reading");
  ingest::Hooks hooks;
  hooks.stop = &interrupt_flag();
  if (!capture_only) hooks.check = [&] { return pipeline::check_index(*config); };
  hooks.progress = [&](const ingest::Progress& p) {
    progress.show_part(p.pages, p.part,
                       fmt::format("{}  {}/{} {}", counted(p.records, "record"), p.source, p.sources, p.path));
  };
  const auto summary = ingest::run_ingest(*config, request, hooks);
  progress.finish();
  if (!summary) {
    context.fail(summary.error());
    if (interrupt_flag()) context.exit = Exit::interrupted;
    return;
  }

  print_summary(context, request, *summary);
  if (summary->stopped) {
    print_error("interrupted: what was read is kept; `pith index` extracts and indexes it");
    context.exit = Exit::interrupted;
    return;
  }
  if (!summary->complete) {
    context.exit = Exit::failed;
    for (const std::string& path : summary->open_ended) print_error(path + ": " + why_open_ended);
    if (!request.crawl.empty() && summary->open_ended.empty())
      print_error("something was lost, so no page counts as gone");
  }
  if (summary->total(&ingest::Report::pages) == 0) {
    const bool folder = std::ranges::any_of(summary->sources, [](const ingest::Source& s) {
      return s.input == "folder" && !s.report.left_out.contains("no_url");
    });
    print_error(
        std::string("no page was found") +
        (folder ? ": a folder is read for HTML files; archives in it are named one by one, as FOLDER/*.warc.gz" : ""));
    if (context.exit == Exit::ok) context.exit = Exit::nothing;
    if (summary->retired == 0) return;
  }
  std::optional<pipeline::IndexSummary> indexed;
  if (!capture_only && !(indexed = index_with_display(context, *config))) return;
  if (!context.json && (capture_only || context.exit == Exit::ok)) print_next(indexed);
}

}  // namespace

void add_ingest(CLI::App& app, Context& context) {
  static ingest::Request request;
  static bool capture_only = false;
  CLI::App* command = app.add_subcommand("ingest", "Read crawled pages from files, then extract and index");
  command->add_option("FILE", request.paths, "Archives, cache files, folders; - is standard input")->required();
  std::vector<std::string> names;
  std::string list;
  for (const ingest::Input* input : ingest::inputs()) {
    names.push_back(input->name);
    list += fmt::format("  {:<8}{}\n", input->name, input->description);
  }
  command->add_option("--type", request.type, "What the files are, instead of detecting it")->check(one_of(names));
  command->add_option("--url", request.url_prefix, "For folders: the part of a URL before the file's path")
      ->type_name("PREFIX");
  add_archives_option(*command, request.archives);
  command
      ->add_option("--as", request.crawl,
                   "Name of a crawl that is read repeatedly: pages that it no longer has are removed from the index")
      ->check([](const std::string& name) { return name.empty() ? "expected a name" : ""; }, "")
      ->type_name("NAME");
  CLI::Option* const as = command->get_option("--as");
  command
      ->add_flag("--complete", request.is_complete,
                 "With --as: the files are the whole crawl, though JSON lines, frames or standard input do not say so")
      ->needs(as);
  add_allow_removal(*command, request.allow_removal)->needs(as);
  command->add_flag("--capture-only", capture_only, "Only fill the page cache, for `pith index`");
  command->footer(
      "Inputs, recognised by their first bytes:\n" + list +
      "\n"
      "  wget -r --warc-file=site https://example.org/ && pith ingest site.warc.gz\n"
      "  pith ingest mirror/                          by wget -m, wget2 -r or httrack\n"
      "  pith ingest example.org/ --url https://example.org/\n"
      "  my-crawler | pith ingest -                   one JSON object a line\n"
      "  pith ingest --as docs docs-today.warc.gz     and tomorrow again\n\n"
      "A mirror by HTTrack is read from its hts-cache/new.zip, which has the pages as they were crawled; --type folder "
      "reads its files,\n"
      "and so does --url.\n"
      "If a page occurs several times, the last one read stays.\n"
      "Damaged and truncated files: everything readable is kept and indexed, each loss is reported with its place.\n"
      "--json prints two lines: what was read, and what was indexed.\n"
      "Exit codes: 0 all was read, 1 no page was found, 2 an error, or something was lost, 130 interrupted.");
  command->callback([&context] { ingest_files(context, request, capture_only); });
}

}  // namespace pith::cli
