// pith crawl
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "core/text/shell_word.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/recapture.h"
#include "plugin/capture/options.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/index_display.h"
#include "plugin/cli/removal.h"
#include "plugin/crawl/crawl_run.h"
#include "plugin/crawl/start_pages.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

// ", with 312 requests in 61 s: 5.1 a second"
std::string effective_rate(const pipeline::CrawlSummary& summary) {
  if (summary.counts.requests < 2) return {};
  const std::string requests = ", with " + counted(summary.counts.requests, "request");
  const std::string rate = human_rate(static_cast<double>(summary.counts.requests), summary.seconds);
  if (rate.empty()) return requests;
  return fmt::format("{} in {:.{}f} s: {}", requests, summary.seconds, summary.seconds < 10 ? 1 : 0, rate);
}

// What bounds the rate, if anything does that the user can change.
std::string why_not_faster(const pipeline::CrawlSummary& summary) {
  if (summary.crawl_delay > 0)
    return fmt::format("robots.txt asks for {:.3g} s between requests (Crawl-delay), so that was the pace",
                       summary.crawl_delay);
  const double reached = static_cast<double>(summary.counts.requests) / std::max(summary.seconds, 0.1);
  if (summary.rate > 0 && summary.counts.requests >= 100 && reached < 0.7 * summary.rate)
    return fmt::format(
        "crawl.rate allows {}; more crawl.connections than {} may reach it, if the server is fast enough",
        human_rate(summary.rate, 1), summary.settings.connections);
  return {};
}

// "120 known links left, at least 12 s, "; empty if nobody can say. `most`: requests a second; 0: any number. HTTrack
// makes none while it reads a large page.
std::string time_left(const pipeline::CrawlProgress& progress, double seconds, double most) {
  if (progress.requests < 10 || progress.waiting <= 0 || seconds <= 0) return {};
  const double rate = std::max(most, static_cast<double>(progress.requests) / seconds);
  const double left = static_cast<double>(progress.waiting) / rate;
  return fmt::format("{} left{}, ", counted(progress.waiting, "known link"),
                     left < 1 ? "" : ", at least " + human_duration(left));
}

// Empty if pages that the crawl did not meet are really gone.
std::string why_none_is_gone(const pipeline::CrawlSummary& summary) {
  if (summary.complete || summary.counts_unmet) return {};
  if (summary.limit == "max_pages")
    return fmt::format(
        "crawl.max_pages ({}) was reached{}", summary.settings.max_pages,
        summary.beyond > 0 ? fmt::format(", at least {} left out", counted(summary.beyond, "link")) : "");
  if (summary.limit == "cache") return "the page cache could not be written to, and the crawl was ended";
  if (summary.stopped) return "the crawl was stopped early";
  if (summary.counts.lost > 0) return "pages were lost";
  if (!summary.failed_starts.empty()) return "a start URL returned no page";
  if (summary.beyond > 0)
    return fmt::format("crawl.depth ({}) left out {}", summary.settings.depth, counted(summary.beyond, "link"));
  return "the crawl failed";
}

// "288 pages, 98 redirects, 1 error"
std::string captured(const pipeline::CrawlProgress& counts) {
  std::string out;
  const auto add = [&](std::int64_t count, const char* what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, what);
  };
  add(counts.pages, "page");
  add(counts.redirects, "redirect");
  add(counts.errors, "error");
  if (out.empty()) return "nothing";
  return counts.pages > 0 ? out : "no page, " + out;
}

// HTTrack leaves out http://
std::string url_of_host(const std::string& address) {
  return (address.find("://") == std::string::npos ? "http://" : "") + address + "/";
}

bool is_host_of_start(const std::string& url, const std::vector<std::string>& starts) {
  const auto wanted = parse_url(url);
  return wanted && std::ranges::any_of(starts, [&](const std::string& start) {
           const auto parsed = parse_url(start);
           return parsed && parsed->host == wanted->host && parsed->port == wanted->port;
         });
}

nlohmann::ordered_json to_json(const pipeline::CrawlSummary& summary) {
  return {{"captured", summary.counts.captured},
          {"pages", summary.counts.pages},
          {"redirects", summary.counts.redirects},
          {"errors", summary.counts.errors},
          {"unanswered", summary.counts.unanswered},
          {"statuses", summary.statuses},
          {"ignored", summary.counts.ignored},
          {"lost", summary.counts.lost},
          {"retired", summary.retired},
          {"unmet", summary.unmet},
          {"held", summary.held},
          {"requests", summary.counts.requests},
          {"seconds", summary.seconds},
          {"failed_starts", summary.failed_starts},
          {"forbidden", summary.forbidden},
          {"forbidden_links", summary.forbidden_links},
          {"stopped", summary.stopped},
          {"limit", summary.limit},
          {"beyond", summary.beyond},
          {"complete", summary.complete},
          {"log", summary.log}};
}

// "3 errors from the server (404: 2, 503: 1); …"
std::string server_errors(const std::map<std::string, std::int64_t>& statuses, bool held) {
  std::int64_t all = 0;
  std::vector<std::string> counts;
  std::string last;  // that is no failure for now
  for (const auto& [status, count] : statuses) {
    all += count;
    counts.push_back(status + ": " + human_count(count));
    if (!crawl::is_temporary_error(std::stoi(status))) last = status;
  }
  return fmt::format("{} from the server ({}); {}", counted(all, "error"), fmt::join(counts, ", "),
                     last.empty() ? "pages that were known before stay as they were"
                     : held       ? std::string("`pith cache ls --held` lists the pages that stay as they were, "
                                                      "`pith stats` counts the others by reason")
                                  : fmt::format("`pith cache ls --reason http_{}` lists {}", last,
                                          statuses.size() > 1 ? "those with " + last : "the URLs"));
}

std::int64_t temporary_errors(const std::map<std::string, std::int64_t>& statuses) {
  std::int64_t out = 0;
  for (const auto& [status, count] : statuses) out += crawl::is_temporary_error(std::stoi(status)) ? count : 0;
  return out;
}

struct CrawlArguments {
  std::vector<std::string> urls;
  std::string contact;
  bool capture_only = false, allow_removal = false;
};

void print_summary(const pipeline::CrawlSummary& summary, const std::vector<std::string>& starts,
                   const CrawlArguments& arguments) {
  std::vector<std::string> others;
  if (summary.counts.ignored > 0) others.push_back(human_count(summary.counts.ignored) + " ignored as not HTML");
  if (summary.counts.lost > 0) others.push_back(human_count(summary.counts.lost) + " lost");
  fmt::print("captured {}{}{}\n", captured(summary.counts),
             others.empty() ? "" : fmt::format(" ({})", fmt::join(others, ", ")), effective_rate(summary));
  if (const std::int64_t count = summary.counts.unanswered; count > 0)
    fmt::print("{} gave no complete answer; HTTrack's log: {}\n", counted(count, "URL"), printable(summary.log));
  if (!summary.statuses.empty()) fmt::print("{}\n", server_errors(summary.statuses, summary.held > 0));
  if (const std::string why = why_not_faster(summary); !why.empty()) fmt::print("{}\n", why);
  if (summary.forbidden_links > 0) {
    for (const std::string& line : summary.forbidden) fmt::print("{}\n", printable(line));
    fmt::print("{} left out, because robots.txt forbids {}\n", counted(summary.forbidden_links, "link"),
               summary.forbidden_links == 1 ? "it" : "them");
  }
  print_removal({.retired = summary.retired,
                 .unmet = summary.unmet,
                 .held = summary.held,
                 .missing = summary.missing,
                 .unreached = summary.unreached,
                 .earlier = "an earlier crawl",
                 .next = arguments.allow_removal ? "the next crawl with --allow-removal" : "the next crawl",
                 .suspicion = summary.forbidden_links > 0 ? "robots.txt may forbid most of the site"
                                                          : "the site may be down or ask for a login",
                 .forbidden = summary.forbidden_links > 0});
  if (const std::string reason = why_none_is_gone(summary);
      !reason.empty() && summary.settings.purge && summary.counts.captured > 0)
    fmt::print("{}, so no {}page counts as gone; HTTrack's log: {}\n", reason, summary.retired > 0 ? "other " : "",
               printable(summary.log));
  if (summary.elsewhere.empty() || summary.forbidden_links > 0 || !summary.failed_starts.empty()) return;
  const std::string there = url_of_host(summary.elsewhere);
  fmt::print("no link leads to a page of this crawl; most lead {}. Start there, with the same options: pith crawl {}\n",
             is_host_of_start(there, starts) ? "out of the directory of the start URL" : "to another host",
             shell_word(printable(there)));
}

// Start pages that the crawl brought, and that no search finds; whether there are any.
bool report_unreadable(Context& context, const config::Config& config, const std::vector<std::string>& urls) {
  auto cache = crawl::CacheCapture::open(capture::cache_options(config.settings()));
  const auto starts = pipeline::parse_start_urls(urls);
  const auto unreadable = !cache    ? Result<std::vector<std::string>>(cache.error())
                          : !starts ? Result<std::vector<std::string>>(starts.error())
                                    : pipeline::find_unreadable_starts(*cache, *starts);
  if (!unreadable) {
    context.fail(unreadable.error());
    return false;
  }
  for (const std::string& start : *unreadable) print_error(start);
  return !unreadable->empty();
}

// An address that somebody reads, or a page that says how to reach them.
std::optional<Error> set_contact(config::Config& config, const std::string& contact) {
  const bool has_address = contact.find('@') != std::string::npos || contact.find("://") != std::string::npos;
  const bool clean = std::ranges::none_of(
      contact, [](char c) { return static_cast<unsigned char>(c) <= ' ' || c == '(' || c == ')' || c == 0x7f; });
  if (!has_address || !clean)
    return Error{"usage", "--contact: expected an e-mail address or the URL of a page about your crawler"};
  return config.set("crawl.user_agent", fmt::format("Pith/{} ({})", PITH_VERSION, contact), "--contact");
}

void crawl(Context& context, const CrawlArguments& arguments) {
  auto config = context.load();
  if (!config) return context.fail(config.error());
  if (!arguments.contact.empty())
    if (auto error = set_contact(*config, arguments.contact)) return context.fail(*error);
  const std::vector<std::string>& given = arguments.urls;
  const auto& urls = given.empty() ? config->settings().crawl.start : given;
  const InterruptScope scope;
  Progress progress(context.quiet || context.json);
  progress.begin("crawling");
  pipeline::CrawlHooks hooks;
  hooks.stop = &interrupt_flag();
  hooks.allow_removal = arguments.allow_removal;
  if (!arguments.capture_only) hooks.check = [&] { return pipeline::check_index(*config); };
  const auto begun = std::chrono::steady_clock::now();
  hooks.progress = [&](const pipeline::CrawlProgress& p) {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begun;
    progress.show(p.pages, 0,
                  fmt::format("{}{} ignored{}", time_left(p, time.count(), config->settings().crawl.rate), p.ignored,
                              p.lost ? fmt::format(", {} lost", p.lost) : ""));
  };
  const auto summary = pipeline::run_crawl(*config, urls, hooks);
  progress.finish();
  if (!summary) return context.fail(summary.error());
  for (const std::string& message : summary->messages) print_error(message);
  if (context.json)
    fmt::print("{}\n", to_json(*summary).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    print_summary(*summary, urls, arguments);
  if (interrupt_flag()) {
    print_error(summary->counts.captured > 0
                    ? "interrupted: what was captured is kept; `pith index` extracts and indexes it"
                    : "interrupted: nothing was captured");
    context.exit = Exit::interrupted;
    return;
  }
  if (!summary->failure.empty()) print_error(summary->failure + "; what was captured is kept");
  for (const std::string& start : summary->failed_starts) print_error(start);
  if (!summary->failed_starts.empty()) context.exit = Exit::nothing;
  if (const std::int64_t temporary = temporary_errors(summary->statuses);
      summary->failed_starts.empty() && summary->counts.unanswered + temporary > summary->counts.pages) {
    print_error(fmt::format("most URLs gave no answer{}, so a server may be down; crawl again later",
                            temporary > 0 ? ", or an error that may pass" : ""));
    context.exit = Exit::nothing;
  }
  if (summary->held > 0) context.exit = Exit::nothing;
  if (summary->counts.lost > 0 || !summary->failure.empty()) context.exit = Exit::failed;
  if (summary->counts.captured == 0) {
    if (!summary->log.empty()) print_error("nothing was captured; all of HTTrack's log: " + summary->log);
    if (context.exit == Exit::ok) context.exit = Exit::nothing;
    if (summary->retired == 0) return;
  }
  std::optional<pipeline::IndexSummary> indexed;
  if (!arguments.capture_only) {
    if (!(indexed = index_with_display(context, *config)) || context.exit == Exit::interrupted) return;
    // A start page that only leads on is none to complain of.
    if (report_unreadable(context, *config, urls) && summary->counts.pages <= 1 && context.exit == Exit::ok)
      context.exit = Exit::nothing;
  }
  if (!context.json && (arguments.capture_only || context.exit == Exit::ok)) print_next(indexed);
}

}  // namespace

void add_crawl(CLI::App& app, Context& context) {
  static CrawlArguments arguments;
  CLI::App* command = app.add_subcommand("crawl", "Crawl with HTTrack, then extract and index");
  command->add_option("URL", arguments.urls, "Where to start; default: crawl.start in the configuration");
  command
      ->add_option("--contact", arguments.contact,
                   "How the sites' owners can reach you: an e-mail address or a URL, for the user agent")
      ->type_name("ADDRESS");
  command->add_flag("--capture-only", arguments.capture_only, "Only fill the page cache, for `pith index`");
  add_allow_removal(*command, arguments.allow_removal);
  command->footer(
      "  pith crawl https://example.org/docs/ --contact you@example.org\n\n"
      "HTTrack stays below the directory of each start URL. Ctrl-C ends the crawl; everything captured is kept.\n"
      "A crawl that ends by itself removes pages from the index that an earlier run found and this one did not\n"
      "(crawl.purge).\n"
      "Exit code 1: a start URL returned no page (robots.txt forbids it, the server answered 404, there is no "
      "server),\n"
      "or only one that is not indexed; most URLs gave no answer; or most of the site is missing, and its pages are\n"
      "held (`pith cache ls --held`). All other pages are indexed.\n"
      "--json prints two lines: what was captured, and what was indexed.");
  command->callback([&context] { crawl(context, arguments); });
}

}  // namespace pith::cli
