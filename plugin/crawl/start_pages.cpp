#include "plugin/crawl/start_pages.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "core/text/mistyped_url.h"
#include "core/text/shell_word.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/recapture.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::pipeline {
namespace {

constexpr int redirects_max = 10;

// HTTrack takes the proxy from the next option: "-P", or "-qP" among other letters; "-%P" is another option. It ignores
// "-Phost:8080".
bool uses_proxy(const std::vector<std::string>& options) {
  return std::ranges::any_of(options, [](const std::string& option) {
    if (option.starts_with("--")) return option == "--proxy" || option.starts_with("--proxy=");
    return option.starts_with('-') && option.ends_with('P') && !option.ends_with("%P");
  });
}

// As HTTrack writes it into its log: without the scheme for http.
std::string logged_name(const Url& url) {
  const std::string text = url.str();
  return url.scheme == "http" ? text.substr(std::string("http://").size()) : text;
}

// HTTrack's last error about the URL in its log; empty if there is none.
std::string logged_error(const std::string& log_file, const Url& url) {
  const std::string about = " at link " + logged_name(url) + " (from ";
  std::ifstream log(log_file);
  std::string found;
  for (std::string line; std::getline(log, line);) {
    const std::size_t error = line.find("Error:"), at = line.find(about);
    if (error == line.npos || at == line.npos) continue;
    found = line.substr(0, at).substr(line.find_first_not_of(" \t", error + std::string_view("Error:").size()));
  }
  return found;
}

std::string quoted(const std::string& logged) { return logged.empty() ? "" : "; HTTrack's log: " + logged; }

// Why a URL has no page in the cache, and no error in HTTrack's log.
std::string why_not_fetched(const Url& url) {
  return crawl::is_page_transfer(url.str(), 0, {}) ? " returned no page: HTTrack did not fetch it"
                                                   : " does not have an HTML page's name, so HTTrack did not fetch it";
}

// Why the URL returned no page; nullopt if it returned one.
Result<std::optional<FailedStart>> why_no_page(crawl::CacheReader& cache, const Url& start, const EndedRun& ended) {
  using Failed = std::optional<FailedStart>;
  const std::string from = start.str();
  Url at = start;
  for (int step = 0; step <= redirects_max; ++step) {
    const std::string moved = at == start ? "" : " leads to " + at.str() + ", which";
    if (const auto refused = ended.refused.find(at.str()); refused != ended.refused.end())
      return Failed(FailedStart{at == start ? refused->second : from + ": leads to " + refused->second, false});
    const auto found = cache.find(at.str());
    if (!found) return found.error();
    if (const auto type = ended.types.find(at.str()); type != ended.types.end())
      return Failed(FailedStart{fmt::format("{}:{} is {}, not HTML", from, moved, type->second), false});
    const std::string logged = logged_error(ended.log_file, at);
    const auto answered = [&](int status) {
      const std::string what = status / 100 == 3 ? std::string(" only redirects to itself")
                               : status > 0      ? fmt::format(" the server answered {}", status)
                                                 : std::string(" returned no page");
      const bool final = status >= 400 && status < 500 && !crawl::is_temporary_error(status);
      return Failed(FailedStart{fmt::format("{}:{}{}{}", from, moved, what, quoted(logged)), final});
    };
    const auto withdrawal = cache.withdrawal(at.str(), ended.run);
    if (!withdrawal) return withdrawal.error();
    if (*withdrawal) {
      const auto target = resolve(at, (*withdrawal)->redirect_to);
      if (crawl::is_success((*withdrawal)->status)) return Failed();
      if ((*withdrawal)->status == 0 && logged.empty())
        return Failed(FailedStart{
            from + ":" + moved + " returned half a page, or only redirects to itself or to nowhere", false});
      if ((*withdrawal)->redirect_to.empty() || !target) return answered((*withdrawal)->status);
      at = *target;
      continue;
    }
    // Of the run's first second, the log knows whether the page is older.
    const bool is_old =
        *found && ((*found)->fetched < ended.begun ||
                   ((*found)->fetched == ended.begun && !logged.empty() && crawl::is_success((*found)->status)));
    if (!*found || is_old) {
      if (!logged.empty() || at == start)
        return Failed(
            FailedStart{fmt::format("{}:{}{}", from, moved,
                                    logged.empty() ? why_not_fetched(at) : " returned no page" + quoted(logged)),
                        false});
      return Failed(
          FailedStart{fmt::format("{}:{} HTTrack did not fetch: it stays below the directory of each start URL. Start "
                                  "there, with the same options: pith crawl {}",
                                  from, moved, shell_word(at.str())),
                      true});
    }
    const crawl::CachedPage& page = **found;
    if (page.state != crawl::PageState::skipped) return Failed();
    const auto target = page.reason == crawl::PageReason::redirect ? parse_url(page.redirect_to) : std::nullopt;
    if (!target) {
      if (page.status >= 200 && page.status < 300) return Failed();  // known from an earlier run
      return answered(page.status);
    }
    at = *target;
  }
  return Failed(
      FailedStart{fmt::format("{}: redirects in a circle, or more than {} times", from, redirects_max), false});
}

// Why no search finds the page that a start URL brought; nullopt: one does, or finds another page with its content.
std::optional<std::string> why_unreadable(const crawl::CachedPage& page) {
  if (page.state != crawl::PageState::skipped || !page.folded_into.empty()) return std::nullopt;
  switch (page.reason.kind()) {
    case crawl::PageReason::needs_script:
      return "has no text to read: scripts make it in the browser, and HTTrack runs none";
    case crawl::PageReason::noindex:
      return "is not indexed, because it asks not to be (noindex)";
    case crawl::PageReason::empty:
      return "is not indexed, because there is no text to read";
    default:
      return "is not indexed (" + page.reason.name() + ")";
  }
}

}  // namespace

Result<std::vector<Url>> parse_start_urls(const std::vector<std::string>& texts) {
  std::vector<Url> out;
  for (const std::string& text : texts) {
    std::error_code none;
    if (std::filesystem::exists(text, none))
      return Error{"bad_url", text +
                                  ": is a file or folder here, no URL; `pith ingest` reads pages from folders and "
                                  "archives, `pith extract` prints the main content of a file"};
    if (const auto mistyped = mistyped_url(text))
      return Error{"bad_url", (text.empty() ? "an empty argument" : text) + ": " + mistyped->what +
                                  (mistyped->meant.empty() ? "" : "; did you mean " + mistyped->meant + "?")};
    const auto url = parse_typed_url(text);
    if (!url) return Error{"bad_url", text + ": not an http or https URL, or one with an impossible host or port"};
    if (has_user_name(text))  // what it has besides is kept out of messages and logs
      return Error{"bad_url", url->str() + ": was given with a user name, and Pith logs in nowhere; leave it out"};
    out.push_back(*url);
  }
  if (out.empty()) return Error{"bad_url", "no start URL: name one, or set crawl.start in the configuration"};
  return out;
}

std::optional<Error> check_contact(const config::Crawl& crawl, const std::vector<Url>& urls) {
  if (crawl.user_agent != config::Crawl().user_agent) return std::nullopt;
  const auto foreign = std::ranges::find_if(urls, [](const Url& url) { return !is_loopback_host(url.host); });
  if (foreign == urls.end()) return std::nullopt;
  return Error{
      "bad_user_agent",
      fmt::format("{0}: the site's owner must be able to reach you, and crawl.user_agent is still the example:\n"
                  "  pith crawl {1} --contact you@example.org\n"
                  "or, for every crawl, in pith.yaml:\n"
                  "  crawl:\n"
                  "    user_agent: \"MyBot/1.0 (+https://example.org/bot; you@example.org)\"",
                  foreign->str(), shell_word(foreign->str()))};
}

StartPermission ask_permission(const config::Crawl& crawl, const std::vector<Url>& urls,
                               const std::atomic<bool>* stop) {
  StartPermission out;
  out.keeps_to_robots = crawl.robots && !uses_proxy(crawl.options);
  if (!out.keeps_to_robots) {
    out.allowed = urls;
    return out;
  }
  crawl::RobotsCheck robots(crawl.user_agent, stop);
  for (const Url& url : urls) {
    if (const auto refusal = robots.refusal(url)) {
      out.refused.push_back(*refusal);
      continue;
    }
    out.delay = std::max(out.delay, robots.crawl_delay(url));
    out.allowed.push_back(url);
  }
  out.requests = robots.requests();
  return out;
}

Result<std::vector<FailedStart>> find_failed_starts(crawl::CacheReader& cache, const std::vector<Url>& urls,
                                                    const EndedRun& ended) {
  std::vector<FailedStart> out;
  for (const Url& url : urls) {
    auto why = why_no_page(cache, url, ended);
    if (!why) return why.error();
    if (*why) out.push_back(**why);
  }
  return out;
}

Result<std::vector<std::string>> find_unreadable_starts(crawl::CacheReader& cache, const std::vector<Url>& urls) {
  std::vector<std::string> out;
  for (const Url& url : urls) {
    const auto end = cache.follow_redirects(url.str());
    if (!end) return end.error();
    const auto page = cache.find(*end);
    if (!page) return page.error();
    if (!*page || !crawl::is_success((*page)->status)) continue;
    const std::string moved = *end == url.str() ? "" : " leads to " + *end + ", which";
    if (const auto why = why_unreadable(**page)) out.push_back(url.str() + ":" + moved + " " + *why);
  }
  return out;
}

}  // namespace pith::pipeline
