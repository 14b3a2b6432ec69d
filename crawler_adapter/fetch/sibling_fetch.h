// Fetches siblings of a page that no crawl brought: few, slowly, and only with the permission of site and owner.
//
//   SystemClock clock;
//   auto fetcher = SiblingFetcher::create(options, clock, budget);   // checks the user agent
//   const auto links = rank_sibling_links(document, key, same_site, kept_links);   // core/page/siblings.h
//   const SiblingFetch result = (*fetcher)->fetch({.key = key, .links = links, .wanted = 4, .cached = in_cache});
//   capture.store(result.pages);
//
// The author of the page chose the links, and its server the answers, so neither is trusted: http and https only,
// robots.txt is obeyed, addresses are checked on connecting (detail/http_client.h), redirects are followed one by one
// with the same checks as the link, everything is bounded. Every link that was not fetched has a reason: none goes
// missing.
//
// Use one fetcher per process, so that the pace per host is kept, and from one thread at a time. It keeps robots.txt
// files and connections between calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/fetch_budget.h"
#include "crawler_adapter/cache/site.h"
#include "crawler_adapter/fetch/fetch_clock.h"
#include "crawler_adapter/fetch/fetch_reason.h"
#include "crawler_adapter/fetch/http_options.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

struct SiblingFetchOptions {
  // http.user_agent begins with the name used in robots.txt ("Pith/0.1 (+https://...)") and says how to contact its
  // operator. http.addresses stays global_only unless the sites are in your own network.
  HttpOptions http;
  SiteMode site_mode = SiteMode::domain;
  bool any_port = false;                        // otherwise only 80, 443 and the key page's port
  std::int64_t delay_ms = 1000;                 // between the end of a request to a host and the next one
  std::int64_t max_crawl_delay_seconds = 30;    // a host that asks for more is left alone
  std::int64_t backoff_seconds = 300;           // how long a host is left alone that is down or overloaded
  std::int64_t requests_per_site_and_day = 50;  // includes redirects, but not robots.txt
  std::int64_t seconds_per_page = 120;          // after this time no further request begins
  std::int64_t robots_keep_seconds = 24 * 3600;
  std::int64_t robots_retry_seconds = 3600;  // after a robots.txt that could not be fetched
};

struct SiblingRequest {
  Url key;
  std::span<const Url> links;  // on the key page, best first
  std::size_t wanted = 0;      // how many pages are enough
  // Whether the cache knows this URL, with any answer; such a link is not requested. Empty: no URL is known.
  std::function<bool(const Url&)> cached;
  // Whether this host of the site may be contacted at all. Empty: every host of the key page's site.
  std::function<bool(const Url&)> host_allowed;
};

struct LinkOutcome {
  std::string url;
  FetchReason reason = FetchReason::fetched;
  int status = 0;       // of the last answer; 0 without an answer
  std::string message;  // for people; may be empty

  std::string name() const;  // of the reason; "http_404"
};

struct SiblingFetch {
  // To be stored in the cache: the fetched pages, and what else was learned (redirects, 404s, other types), so that it
  // is not requested again. Answers that say nothing about the page (429, 5xx) are not included.
  std::vector<CapturedPage> pages;
  std::vector<LinkOutcome> outcomes;  // one per link, in the same order

  std::map<std::string, std::size_t> counts() const;  // outcomes by name
};

class SiblingFetcher {
 public:
  // Clock and budget must outlive the fetcher. Error "bad_user_agent": it lacks a product or a contact.
  static Result<std::unique_ptr<SiblingFetcher>> create(const SiblingFetchOptions& options, Clock& clock,
                                                        FetchBudget& budget);
  virtual ~SiblingFetcher() = default;

  // The duration depends on the pace and the servers; see seconds_per_page and Clock::sleep_ms. Never fails as a whole.
  virtual SiblingFetch fetch(const SiblingRequest& request) = 0;
};

}  // namespace pith::crawl
