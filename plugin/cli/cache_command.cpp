// pith cache ls | get | stats | prune
#include <fmt/format.h>

#include <cstdint>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "core/text/mistyped_url.h"
#include "core/text/number.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/open_cache.h"
#include "plugin/cli/record_options.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

nlohmann::ordered_json to_json(const crawl::CachedPage& page) {
  nlohmann::ordered_json json = {{"url", page.url},
                                 {"site", page.site},
                                 {"status", page.status},
                                 {"redirect_to", page.redirect_to},
                                 {"content_type", page.content_type},
                                 {"charset", page.charset},
                                 {"robots", page.robots},
                                 {"etag", page.etag},
                                 {"last_modified", page.last_modified},
                                 {"fetched", page.fetched},
                                 {"digest", page.digest},
                                 {"size", page.size},
                                 {"stored", page.stored},
                                 {"state", name_of(page.state)},
                                 {"reason", page.reason.name()},
                                 {"confidence", page.confidence},
                                 {"in_index", page.in_index},
                                 {"held", page.held}};
  if (!page.folded_into.empty()) json["duplicate_of"] = page.folded_into;
  return json;
}

std::string dump(const nlohmann::ordered_json& json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string line_of(const crawl::CachedPage& page) {
  const std::string& instead = page.redirect_to.empty() ? page.folded_into : page.redirect_to;
  return fmt::format("{:>3} {:<9} {:<14} {:>9}  {}{}", page.status, name_of(page.state), one_line(page.reason.name()),
                     human_bytes(page.size), one_line(page.url), instead.empty() ? "" : " → " + one_line(instead));
}

struct Choice {
  std::string site, reason;  // empty: all
  bool held = false;

  bool has(const crawl::CachedPage& page) const {
    return (reason.empty() || page.reason.name() == reason) && (!held || page.held);
  }

  std::string why_none() const {
    if (!reason.empty()) return "--reason " + reason + ": the cache has no such page; `pith stats` counts the reasons";
    if (held) return "--held: no page is held";
    return site.empty() ? "the cache has no page" : "--site " + site + ": the cache has no page of this site";
  }
};

void list(Context& context, const Choice& choice) {
  auto cache = open_cache(context);
  if (!cache) return;
  bool any = false;
  std::optional<Error> unwritten;
  const auto error = cache->each(choice.site, [&](const crawl::CachedPage& page) {
    if (!choice.has(page)) return true;
    any = true;
    unwritten = write_out((context.json ? dump(to_json(page)) : line_of(page)) + "\n");
    return !unwritten;
  });
  if (error) return context.fail(*error);
  if (!unwritten) unwritten = flush_out();
  if (unwritten) return context.fail(*unwritten);
  if (any) return;
  if (!context.json) print_error(choice.why_none());
  context.exit = Exit::nothing;
}

void get(Context& context, const std::string& text, bool headers) {
  auto cache = open_cache(context);
  if (!cache) return;
  const auto url = parse_typed_url(text);
  if (!url) return context.fail({"usage", text + ": not an http or https URL"});
  const auto final_url = cache->follow_redirects(url->str());
  if (!final_url) return context.fail(final_url.error());
  const auto page = cache->find(*final_url);
  if (!page) return context.fail(page.error());
  if (!*page) {
    print_error(url->str() + ": is not in the cache; `pith cache ls` lists what is");
    context.exit = Exit::nothing;
    return;
  }
  if (!(*page)->redirect_to.empty() && !headers && !context.json)
    return context.fail({"redirect", url->str() + ": redirects in a circle, or too often; --headers shows the target"});
  if (context.json || headers) {
    nlohmann::ordered_json json = to_json(**page);
    const auto redirects = cache->redirects_to(*final_url);
    if (!redirects) return context.fail(redirects.error());
    json["redirected_from"] = *redirects;
    fmt::print("{}\n", dump(json));
    return;
  }
  const auto body = cache->body((*page)->id);
  if (!body) return context.fail(body.error());
  std::fwrite(body->data(), 1, body->size(), stdout);
}

void prune(Context& context) {
  auto cache = open_cache(context);
  if (!cache) return;
  const auto pruned = crawl::CacheCapture(*cache).prune();
  if (!pruned) return context.fail(pruned.error());
  if (context.json) {
    fmt::print("{}\n", dump({{"evicted", pruned->pages}, {"bytes", pruned->bytes}}));
    return;
  }
  fmt::print("evicted the bodies of {}, {}; pages that are not yet indexed were kept\n", counted(pruned->pages, "page"),
             human_bytes(pruned->bytes));
}

void sizes(Context& context) {
  auto cache = open_cache(context);
  if (!cache) return;
  const auto counts = cache->counts();
  if (!counts) return context.fail(counts.error());
  const auto& total = counts->back();
  const auto& bounds = cache->options();
  if (context.json) {
    fmt::print("{}\n", dump({{"directory", bounds.directory},
                             {"sites", counts->size() - 1},
                             {"pages", total.captured},
                             {"bytes", total.bytes},
                             {"stored_bytes", total.stored_bytes},
                             {"max_bytes", bounds.max_bytes}}));
    return;
  }
  const auto bound = [](std::int64_t value, const std::string& text) { return value > 0 ? text : std::string("none"); };
  fmt::print("{}\n  {} of {}\n  {} received, {} stored\n", bounds.directory, counted(total.captured, "page"),
             counted(static_cast<std::int64_t>(counts->size()) - 1, "site"), human_bytes(total.bytes),
             human_bytes(total.stored_bytes));
  fmt::print("  bounds: all sites {}; each site {}, pages {}\n", bound(bounds.max_bytes, human_bytes(bounds.max_bytes)),
             bound(bounds.site_max_bytes, human_bytes(bounds.site_max_bytes)),
             bound(bounds.site_max_pages, human_count(bounds.site_max_pages)));
}

}  // namespace

void add_cache(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("cache", "Inspect the page cache");
  command->require_subcommand(1);
  static Choice choice;
  static std::string url;
  static bool headers = false;

  CLI::App* ls = command->add_subcommand("ls", "List captured pages: status, state, reason, size, URL");
  ls->add_option("--site", choice.site, "Only this site");
  ls->add_option("--reason", choice.reason, "Only pages skipped for this reason: http_404, duplicate, noindex, ...");
  ls->add_flag("--held", choice.held,
               "Only pages that stay although the last crawl did not find them, or found a notice");
  ls->callback([&context] { list(context, choice); });

  CLI::App* get_command = command->add_subcommand("get", "Write a page's bytes as received");
  get_command->add_option("URL", url, "The page; redirects are followed")->required();
  get_command->add_flag("--headers", headers, "Write what is known about the page as JSON instead");
  get_command->callback([&context] { get(context, url, headers); });

  command->add_subcommand("stats", "Sizes and bounds")->callback([&context] { sizes(context); });
  command->add_subcommand("prune", "Evict bodies beyond the bounds and free the space")->callback([&context] {
    prune(context);
  });
}

}  // namespace pith::cli
