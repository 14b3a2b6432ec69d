// pith crawl
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "plugin/app/cli/commands.h"
#include "plugin/app/cli/index_display.h"
#include "plugin/app/cli/interrupt.h"
#include "plugin/app/cli/terminal.h"
#include "plugin/app/pipeline/crawl_run.h"

namespace pith::cli {
namespace {

// Empty if pages that the crawl did not meet are really gone.
std::string why_none_is_gone(const pipeline::CrawlSummary& summary) {
  if (summary.complete) return {};
  if (summary.stopped) return "the crawl was stopped early";
  return summary.counts.lost > 0 ? "pages were lost" : "the crawl failed";
}

nlohmann::ordered_json to_json(const pipeline::CrawlSummary& summary) {
  return {{"captured", summary.counts.captured},
          {"ignored", summary.counts.ignored},
          {"lost", summary.counts.lost},
          {"retired", summary.retired},
          {"unmet", summary.unmet},
          {"stopped", summary.stopped},
          {"complete", summary.complete},
          {"log", summary.log}};
}

void print_summary(const pipeline::CrawlSummary& summary, bool purge) {
  fmt::print("captured {} transfers ({} ignored as not HTML{})\n", human_count(summary.counts.captured),
             human_count(summary.counts.ignored),
             summary.counts.lost ? fmt::format(", {} lost", human_count(summary.counts.lost)) : "");
  if (summary.retired > 0) fmt::print("{} pages of an earlier crawl are gone\n", human_count(summary.retired));
  if (summary.unmet > 0)
    fmt::print("{} more were not met but stay, because pages that may link to them failed; the next crawl decides\n",
               human_count(summary.unmet));
  if (const std::string reason = why_none_is_gone(summary); !reason.empty() && purge)
    fmt::print("{}, so no page counts as gone; HTTrack's log: {}\n", reason, printable(summary.log));
}

void crawl(Context& context, const std::vector<std::string>& given, bool capture_only) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto& urls = given.empty() ? config->settings().crawl.start : given;
  const InterruptScope scope;
  Progress progress(context.quiet || context.json);
  progress.begin("crawling");
  pipeline::CrawlHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.progress = [&](const pipeline::CrawlProgress& p) {
    progress.show(p.captured, 0,
                  fmt::format("captured, {} ignored{}", p.ignored, p.lost ? fmt::format(", {} lost", p.lost) : ""));
  };
  const auto summary = pipeline::run_crawl(*config, urls, hooks);
  progress.finish();
  if (!summary) return context.fail(summary.error());
  for (const std::string& message : summary->messages) print_error(message);
  if (context.json)
    fmt::print("{}\n", to_json(*summary).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_summary(*summary, config->settings().crawl.purge);
  if (interrupt_flag()) {
    print_error("interrupted: what was captured is kept; `pith index` extracts and indexes it");
    context.exit = Exit::interrupted;
    return;
  }
  if (!summary->failure.empty()) print_error(summary->failure + "; what was captured is kept");
  if (summary->counts.captured == 0) {
    print_error("nothing was captured; HTTrack's log may say why: " + summary->log);
    context.exit = Exit::failed;
    return;
  }
  if (summary->counts.lost > 0 || !summary->failure.empty()) context.exit = Exit::failed;
  index_after_capture(context, *config, capture_only);
}

}  // namespace

void add_crawl(CLI::App& app, Context& context) {
  static std::vector<std::string> urls;
  static bool capture_only = false;
  CLI::App* command = app.add_subcommand("crawl", "Crawl with HTTrack, then extract and index");
  command->add_option("URL", urls, "Where to start; default: crawl.start in the configuration");
  command->add_flag("--capture-only", capture_only, "Only fill the page cache, for `pith index`");
  command->footer(
      "HTTrack stays below the directory of each start URL. Ctrl-C ends the crawl; everything captured is kept.\n"
      "A crawl that ends by itself removes pages from the index that an earlier run met and this one did not\n"
      "(crawl.purge).\n"
      "--json prints two lines: what was captured, and what was indexed.");
  command->callback([&context] { crawl(context, urls, capture_only); });
}

}  // namespace pith::cli
