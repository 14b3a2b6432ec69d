// pith stats
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <vector>

#include "core/dom/parse.h"
#include "core/text/number.h"
#include "crawler_adapter/cache/damaged_log.h"
#include "indexer_adapter/lucene/index_files.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/open_cache.h"
#include "plugin/index/index_scope.h"
#include "plugin/site/site_survey.h"
#include "plugin/site/thin_pages.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

nlohmann::ordered_json to_json(const crawl::SiteCounts& a) {
  nlohmann::ordered_json skipped = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : a.skipped_by_reason) skipped[reason.name()] = count;
  return {{"site", a.site},
          {"captured", a.captured},
          {"pending", a.pending},
          {"main", a.main},
          {"fallback", a.fallback},
          {"whole", a.whole},
          {"skipped", a.skipped},
          {"skipped_by_reason", skipped},
          {"indexed", a.indexed},
          {"bytes", a.bytes},
          {"stored_bytes", a.stored_bytes},
          {"evicted", a.evicted},
          {"held", a.held},
          {"thin", a.thin_pages},
          {"page_words", a.page_words},
          {"content_words", a.content_words},
          {"aside_words", a.aside_words},
          {"template_words", a.template_words},
          {"model",
           {{"version", a.model.version},
            {"templates", pipeline::templates_of(a.model)},
            {"pages", a.model.pages},
            {"new_pages", a.model.fresh},
            {"explained", a.model.explained},
            {"redesigned",
             a.model.redesigned > 0 ? nlohmann::ordered_json(a.model.redesigned) : nlohmann::ordered_json()}}}};
}

void print_row(const crawl::SiteCounts& a, const std::string& name) {
  const auto share = [&](std::int64_t words) {
    return human_share(static_cast<double>(words), static_cast<double>(a.page_words));
  };
  fmt::print("{:<32} {:>9} {:>9} {:>9} {:>7} {:>9} {:>9} {:>9} {:>7} {:>9} {:>10}\n", name, human_count(a.captured),
             human_count(a.main), human_count(a.fallback), human_count(a.whole), human_count(a.skipped),
             human_count(a.pending), human_count(a.indexed), share(a.aside_words), share(a.template_words),
             human_bytes(a.stored_bytes));
}

// Sites whose pages look different now.
void print_redesigns(const std::vector<crawl::SiteCounts>& counts) {
  for (const crawl::SiteCounts& a : counts)
    if (a.model.redesigned > 0)
      fmt::print(
          "{}: redesigned since {:%Y-%m-%d}, learned anew; of the last {} new pages {} looked like earlier ones\n",
          one_line(a.site), fmt::gmtime(static_cast<std::time_t>(a.model.redesigned)), human_count(a.model.fresh),
          human_count(a.model.explained));
}

void print_held(const std::vector<crawl::SiteCounts>& counts) {
  for (std::size_t i = 0; i + 1 < counts.size(); ++i)
    if (counts[i].held > 0)
      fmt::print(
          "{}: {} {} (`pith cache ls --held`), since a crawl found most of the site missing or answered otherwise;\n"
          "if it really is like that now, repeat that crawl with --allow-removal\n",
          one_line(counts[i].site), counted(counts[i].held, "page"),
          counts[i].held == 1 ? "stays as it was" : "stay as they were");
}

void stats(Context& context, const std::string& site) {
  auto cache = open_cache(context);
  if (!cache) return;
  const auto counts = cache->counts(site);
  if (!counts) return context.fail(counts.error());
  const crawl::SiteCounts& total = counts->back();
  if (total.captured == 0) context.exit = Exit::nothing;
  if (context.json) {
    nlohmann::ordered_json sites = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i + 1 < counts->size(); ++i) sites.push_back(to_json((*counts)[i]));
    nlohmann::ordered_json all = to_json(total);
    all.erase("site");
    all.erase("model");
    fmt::print("{}\n", nlohmann::ordered_json{{"total", all}, {"sites", sites}, {"parser", parser_name()}}.dump(
                           2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  if (total.captured == 0) {
    const auto known = cache->sites();
    if (!known) return context.fail(known.error());
    if (site.empty() || known->empty())
      fmt::print("nothing is captured; next: `pith crawl URL`\n");
    else
      print_error(pipeline::unknown_site(*known, site).message);
    return;
  }
  fmt::print("{}\n",
             styled(Style::bold, fmt::format("{:<32} {:>9} {:>9} {:>9} {:>7} {:>9} {:>9} {:>9} {:>7} {:>9} {:>10}",
                                             "site", "captured", "main", "fallback", "whole", "skipped", "pending",
                                             "indexed", "aside", "template", "stored")));
  for (std::size_t i = 0; i + 1 < counts->size(); ++i) print_row((*counts)[i], one_line((*counts)[i].site));
  if (counts->size() > 2) print_row(total, "total");
  if (!total.skipped_by_reason.empty()) {
    std::string reasons;
    for (const auto& [reason, count] : total.skipped_by_reason)
      reasons += fmt::format("{}{} {}", reasons.empty() ? "" : ", ", reason.name(), human_count(count));
    fmt::print("skipped: {}\n", one_line(reasons));
  }
  if (total.evicted > 0)
    fmt::print("evicted: the cache no longer has the bodies of {}; what the index has of them stays unchanged\n",
               counted(total.evicted, "extracted page"));
  if (const auto config = context.load(); config && total.indexed > 0)
    if (const auto error = index::check_commit(config->settings().index.path))
      print_error(error->message +
                  (index::is(*error, index::IndexError::missing) ? "; `pith index` writes it again" : ""));
  print_redesigns(*counts);
  print_held(*counts);
  for (const std::string& line : pipeline::thin_sites(*counts)) fmt::print("{}\n", one_line(line));
  if (const std::string log =
          crawl::damaged_log_of((std::filesystem::path(cache->options().directory) / "pages.sqlite").string());
      std::filesystem::exists(log))
    fmt::print(
        "{}: was damaged, and transactions of captured pages were lost; `pith doctor --repair` takes note of it, crawl "
        "again\n",
        printable(log));
  fmt::print(
      "captured = main + fallback + whole + skipped + pending; aside, template: shares of the extracted pages' "
      "words\n");
  fmt::print("parser: {}\n", parser_name());
  if (total.pending > 0) fmt::print("next: `pith index` extracts and indexes what is pending\n");
}

}  // namespace

void add_stats(CLI::App& app, Context& context) {
  static std::string site;
  CLI::App* command = app.add_subcommand("stats", "Count captured pages by state, per site and in total");
  command->add_option("--site", site, "Only this site");
  command->callback([&context] { stats(context, site); });
}

}  // namespace pith::cli
