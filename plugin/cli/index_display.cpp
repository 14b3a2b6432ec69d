#include "plugin/cli/index_display.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "core/text/number.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

// "fetched 12 siblings; 3 robots_disallowed, 1 http_404"; empty if none was needed.
void print_siblings(const pipeline::SiblingFetchSummary& siblings) {
  if (siblings.fetched == 0 && siblings.not_fetched.empty()) return;
  std::string line = "fetched " + counted(siblings.fetched, "sibling");
  const char* separator = "; ";
  for (const auto& [reason, count] : siblings.not_fetched) {
    line += fmt::format("{}{} {}", separator, human_count(count), reason);
    separator = ", ";
  }
  fmt::print("{}\n", line);
}

// What is done anew, and why.
void print_again(const pipeline::ExaminedAgain& again) {
  const auto line = [](std::int64_t sites, const char* reason) {
    if (sites > 0) fmt::print("all pages of {} are compared again: {}\n", counted(sites, "site"), reason);
  };
  line(again.other_version, "another version of Pith indexed them");
  line(again.other_settings, "the configuration has changed since");
  std::fflush(stdout);
}

void print_work(const pipeline::IndexSummary& summary, double seconds) {
  if (summary.extracted == 0 && summary.removed == 0 && summary.inbound_texts == 0 && !summary.stopped) {
    fmt::print("the index is up to date\n");
    return;
  }
  const auto share = [&](std::int64_t words) {
    return human_share(static_cast<double>(words), static_cast<double>(summary.page_words));
  };
  std::string line =
      fmt::format("examined {}: {} extracted, {} written", counted(summary.examined, "page"),
                  human_count(summary.extracted - summary.skipped), counted(summary.written, "document"));
  const auto add = [&](std::int64_t count, std::string_view what) {
    if (count > 0) line += fmt::format(", {} {}", human_count(count), what);
  };
  if (summary.folded > 0)
    line += fmt::format(", {} left out (`pith cache ls --reason duplicate`)", counted(summary.folded, "duplicate"));
  add(summary.skipped, "skipped");
  add(summary.removed, "removed");
  fmt::print("{}, in {:.1f} s\n", line, seconds);
  if (summary.evicted > 0)
    fmt::print(
        "not in this new index: {}, whose bodies the cache no longer has (evicted); crawl or ingest them again\n",
        counted(summary.evicted, "page"));
  if (summary.page_words > 0)
    fmt::print("left out: {} of their text as the site's template, {} as asides\n", share(summary.template_words),
               share(summary.aside_words));
}

}  // namespace

std::optional<pipeline::IndexSummary> index_with_display(Context& context, const config::Config& config,
                                                         const pipeline::IndexScope& scope) {
  const PromptEnd prompt;
  Progress progress(context.quiet || context.json);
  progress.begin("extracting");
  const auto begun = std::chrono::steady_clock::now();
  pipeline::IndexHooks hooks;
  hooks.stop = &interrupt_flag();
  if (!context.json) hooks.again = print_again;
  bool fetching = false;
  hooks.progress = [&](const pipeline::IndexProgress& p) {
    if (const bool now = p.examined == 0 && p.siblings_fetched > 0; now != fetching) {
      fetching = now;
      progress.begin(fetching ? "fetching siblings" : "extracting");
    }
    if (fetching)
      progress.show(p.siblings_fetched, 0, p.site_name);
    else
      progress.show(
          p.examined, p.pages,
          fmt::format("{} extracted, {} indexed  site {}/{} {}", p.extracted, p.written, p.site, p.sites, p.site_name));
  };
  auto summary = pipeline::run_index(config, hooks, scope);
  progress.finish();
  if (!summary) {
    context.fail(summary.error());
    return std::nullopt;
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
  if (context.json) {
    fmt::print(
        "{}\n",
        nlohmann::ordered_json{
            {"sites", summary->sites},
            {"examined", summary->examined},
            {"extracted", summary->extracted},
            {"written", summary->written},
            {"folded", summary->folded},
            {"skipped", summary->skipped},
            {"removed", summary->removed},
            {"evicted", summary->evicted},
            {"inbound_texts", summary->inbound_texts},
            {"page_words", summary->page_words},
            {"content_words", summary->content_words},
            {"aside_words", summary->aside_words},
            {"template_words", summary->template_words},
            {"again",
             {{"other_version", summary->again.other_version}, {"other_settings", summary->again.other_settings}}},
            {"siblings", {{"fetched", summary->siblings.fetched}, {"not_fetched", summary->siblings.not_fetched}}},
            {"stopped", summary->stopped},
            {"seconds", seconds}}
            .dump());
  } else {
    print_siblings(summary->siblings);
    print_work(*summary, seconds);
  }
  if (summary->stopped) {
    print_error(scope.all ? "interrupted: what was done is kept; with --all the next run begins at the first page again"
                          : "interrupted: what was done is kept; `pith index` goes on with the rest");
    context.exit = Exit::interrupted;
  }
  return *summary;
}

void print_next(const std::optional<pipeline::IndexSummary>& indexed) {
  if (!indexed)
    fmt::print("next: `pith index`\n");
  else if (indexed->skipped > 0 && indexed->skipped == indexed->extracted)
    fmt::print("next: `pith stats` says why pages were skipped\n");
  else
    fmt::print("next: `pith search 'query'`, `pith stats`\n");
}

}  // namespace pith::cli
