// pith reindex
#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "core/text/number.h"
#include "crawler_adapter/cache/page_reason.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/index_display.h"
#include "plugin/index/dry_run.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

using pipeline::Change;
using pipeline::Edit;

struct Request {
  pipeline::IndexScope scope;
  bool dry = false;
  std::size_t limit = 20;
};

char sign_of(Edit edit) { return edit == Edit::remove ? '-' : edit == Edit::add ? '+' : ' '; }

std::string header_of(const pipeline::ExcerptHunk& hunk) {
  return fmt::format("@@ -{},{} +{},{} @@", hunk.old_line, hunk.old_count, hunk.new_line, hunk.new_count);
}

nlohmann::ordered_json to_json(const pipeline::PageChange& page) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::object(), diff = nlohmann::ordered_json::array();
  for (const auto& [name, before, after] : page.fields) fields[name] = {{"before", before}, {"after", after}};
  for (const pipeline::ExcerptHunk& hunk : page.content.hunks) {
    diff.push_back(header_of(hunk));
    for (const pipeline::ExcerptLine& line : hunk.lines)
      diff.push_back(sign_of(line.edit) + line.before + line.changed + line.after);
  }
  return {{"url", page.url},
          {"site", page.site},
          {"change", name_of(page.change)},
          {"reason", page.reason.name()},
          {"fields", fields},
          {"other_fields", page.others},
          {"content",
           {{"removed_lines", page.content.removed},
            {"added_lines", page.content.added},
            {"more_lines", page.content.more},
            {"diff", diff}}}};
}

void print_line(const pipeline::ExcerptLine& line) {
  const Style style = line.edit == Edit::remove ? Style::red : line.edit == Edit::add ? Style::green : Style::dim;
  fmt::print("    {} {}{}{}\n", styled(style, std::string(1, sign_of(line.edit))),
             styled(Style::dim, one_line(line.before)), styled(style, one_line(line.changed)),
             styled(Style::dim, one_line(line.after)));
}

void print_page(const pipeline::PageChange& page) {
  const Style style = page.change == Change::removed ? Style::red
                      : page.change == Change::added ? Style::green
                                                     : Style::yellow;
  fmt::print("{} {}{}\n", styled(style, name_of(page.change)), styled(Style::bold, one_line(page.url)),
             page.reason == crawl::PageReason::none ? "" : " (" + one_line(page.reason.name()) + ")");
  if (page.change == Change::removed) {
    fmt::print("    {}\n\n", one_line(page.fields.front().before));
    return;
  }
  const auto shown = [](const std::string& value) { return value.empty() ? "(none)" : one_line(value); };
  for (const auto& [name, before, after] : page.fields) {
    if (page.change == Change::added && name != "title" && name != "status") continue;
    if (page.change == Change::added)
      fmt::print("    {}: {}\n", name, styled(Style::green, shown(after)));
    else
      fmt::print("    {}: {} → {}\n", name, styled(Style::red, shown(before)), styled(Style::green, shown(after)));
  }
  for (const pipeline::ExcerptHunk& hunk : page.content.hunks) {
    fmt::print("    {}\n", styled(Style::dim, header_of(hunk)));
    for (const pipeline::ExcerptLine& line : hunk.lines) print_line(line);
  }
  if (page.content.more > 0)
    fmt::print("      … {} more lines\n", human_count(static_cast<std::int64_t>(page.content.more)));
  if (page.change == Change::changed && !page.others.empty())
    fmt::print("    also: {}\n", fmt::join(page.others, ", "));
  if (page.fields.empty() && page.others.empty() && page.content.hunks.empty())
    fmt::print("    only what is searchable but not stored, or how it is analysed\n");
  fmt::print("\n");
}

std::string command_line(const Context& context, const pipeline::IndexScope& scope) {
  return std::string("pith reindex") + (context.config_file.empty() ? "" : " --config " + context.config_file) +
         (scope.site.empty() ? "" : " --site " + scope.site) + (scope.all ? " --all" : "");
}

// What --set says applies only to this run.
std::string next_step(const Context& context, const config::Config& config, const pipeline::IndexScope& scope) {
  const std::string command = "`" + command_line(context, scope) + "` does it";
  if (context.settings.empty()) return command;
  return "put the --set values into " + (config.file().empty() ? std::string("pith.yaml") : config.file()) + ", then " +
         command;
}

void print_changes(const pipeline::DryRunSummary& summary, const std::string& next) {
  for (const pipeline::PageChange& page : summary.pages) print_page(page);
  const std::int64_t changes = summary.changed + summary.added + summary.removed;
  if (summary.unfolded > 0)
    fmt::print("would index {} that {} left out as {}; {}\n", counted(summary.unfolded, "page"),
               summary.unfolded == 1 ? "is" : "are", summary.unfolded == 1 ? "a duplicate" : "duplicates",
               printable(next));
  if (summary.unfolded > 0 && changes == 0) return;
  if (summary.extracted == 0 && changes == 0) {
    if (!summary.stopped) fmt::print("the index is up to date\n");
    return;
  }
  if (const auto shown = static_cast<std::int64_t>(summary.pages.size()); shown < changes)
    fmt::print("… {}; --limit 0 shows all\n", counted(changes - shown, "more page"));
  if (changes == 0) {
    fmt::print("would re-extract {} of {}; no document changes\n", human_count(summary.extracted),
               counted(summary.examined, "page"));
    return;
  }
  fmt::print("would re-extract {} of {}: {} {}, {} added, {} removed; {}\n", human_count(summary.extracted),
             counted(summary.examined, "page"), human_count(summary.changed),
             summary.changed == 1 ? "document changes" : "documents change", human_count(summary.added),
             human_count(summary.removed), printable(next));
}

void show_changes(Context& context, const config::Config& config, const Request& request) {
  Progress progress(context.quiet || context.json);
  progress.begin("comparing");
  const auto begun = std::chrono::steady_clock::now();
  pipeline::IndexHooks hooks;
  const PromptEnd prompt;
  hooks.stop = &interrupt_flag();
  hooks.progress = [&](const pipeline::IndexProgress& p) {
    progress.show(p.examined, p.pages,
                  fmt::format("{} extracted, {} differ  site {}/{} {}", p.extracted, p.written + p.removed, p.site,
                              p.sites, p.site_name));
  };
  const auto summary = pipeline::dry_run(config, request.scope, request.limit, hooks);
  progress.finish();
  if (!summary) return context.fail(summary.error());
  if (context.json) {
    nlohmann::ordered_json pages = nlohmann::ordered_json::array();
    for (const pipeline::PageChange& page : summary->pages) pages.push_back(to_json(page));
    const nlohmann::ordered_json out = {
        {"examined", summary->examined},
        {"extracted", summary->extracted},
        {"changed", summary->changed},
        {"added", summary->added},
        {"removed", summary->removed},
        {"unfolded", summary->unfolded},
        {"pages", pages},
        {"stopped", summary->stopped},
        {"seconds", std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count()}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    print_changes(*summary, next_step(context, config, request.scope));
  }
  if (!summary->stopped) return;
  print_error("interrupted: this covers only the pages examined so far; nothing was changed");
  context.exit = Exit::interrupted;
}

}  // namespace

void add_reindex(CLI::App& app, Context& context) {
  static Request request;
  CLI::App* command =
      app.add_subcommand("reindex", "Re-extract, from the cache, what a changed configuration or version affects");
  CLI::Option* dry = command->add_flag("-n,--dry-run", request.dry, "Change nothing; show what would change");
  command->add_option("--site", request.scope.site, "Only pages of this site, as `pith stats` names it");
  command->add_flag("--all", request.scope.all, "All pages, even if nothing that they depend on has changed");
  command->add_option("--limit", request.limit, "Changed pages to show; 0: all")->capture_default_str()->needs(dry);
  command->footer(
      "What would a setting do? This writes neither to the index nor to the cache:\n"
      "  pith reindex --dry-run --set extract.keep_comments=true\n"
      "  pith reindex --dry-run --site example.org --limit 0\n"
      "Put it into pith.yaml, then\n"
      "  pith reindex --site example.org\n"
      "Unaffected pages are not extracted; of the others, only documents that really change are written.\n"
      "A dry run leaves known duplicates as they are, and treats new ones as separate pages.\n"
      "Only siblings.fetch accesses the web, and not with --dry-run.\n"
      "Exit code 0: done, whether anything changes or not.");
  command->callback([&context] {
    const auto config = context.load();
    if (!config) return context.fail(config.error());
    const InterruptScope scope;
    if (request.dry)
      show_changes(context, *config, request);
    else
      index_with_display(context, *config, request.scope);
  });
}

}  // namespace pith::cli
