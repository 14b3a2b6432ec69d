#include "plugin/site/sibling_fetch_run.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "config/host_pattern.h"
#include "core/base/keyed_hash.h"
#include "core/page/marks.h"
#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/sibling_choice.h"
#include "crawler_adapter/fetch/sibling_fetch.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/site/page_clock.h"

namespace pith::pipeline {
namespace {

// Sleeps in short pieces, so that Ctrl-C does not wait for a slow pace.
class StoppableClock : public crawl::SystemClock {
 public:
  explicit StoppableClock(StopFlag stop) : stop_(stop) {}

  StopFlag flag() const { return stop_; }
  bool stopped() const { return stop_ && *stop_; }
  bool sleep_ms(std::int64_t milliseconds) override {
    constexpr std::int64_t piece = 100;
    for (; milliseconds > 0 && !stopped(); milliseconds -= piece) SystemClock::sleep_ms(std::min(milliseconds, piece));
    return !stopped();
  }

 private:
  const StopFlag stop_;
};

bool is_on_somewhere(const config::Config& config) {
  if (config.settings().siblings.fetch) return true;
  for (const config::SiteOverrides& site : config.sites())
    for (const config::Assignment& assignment : site.assignments)
      if (assignment.key->path == "siblings.fetch" && std::get<bool>(assignment.value)) return true;
  return false;
}

crawl::SiblingFetchOptions fetch_options(const config::Settings& settings, crawl::SiteMode site_mode, StopFlag stop) {
  crawl::SiblingFetchOptions options;
  options.http.user_agent = settings.crawl.user_agent;
  options.http.stop = stop;
  options.http.max_body_bytes = static_cast<std::size_t>(settings.cache.page_max_bytes);
  options.http.max_ratio = std::min(options.http.max_ratio, static_cast<std::size_t>(settings.cache.page_max_ratio));
  if (settings.siblings.fetch_private) options.http.addresses = crawl::AddressPolicy::also_private;
  options.site_mode = site_mode;
  options.delay_ms = static_cast<std::int64_t>(settings.siblings.fetch_delay * 1000);
  options.requests_per_site_and_day = settings.siblings.fetch_per_day;
  return options;
}

// For these reasons nothing is missing.
bool is_not_wanted(crawl::FetchReason reason) {
  return reason == crawl::FetchReason::enough || reason == crawl::FetchReason::cached ||
         reason == crawl::FetchReason::already_asked;
}

class SiblingFetchRun {
 public:
  SiblingFetchRun(crawl::CacheLedger& cache, Setups& setups, crawl::SiblingFetcher& fetcher, PagesInWork& in_work,
                  const StoppableClock& clock, const std::function<void(const std::string& site)>& fetched)
      : cache_(cache), setups_(setups), fetcher_(fetcher), in_work_(in_work), clock_(clock), fetched_(fetched) {}

  std::optional<Error> fetch_for_site(const std::string& site) {
    site_ = site;
    met_.clear();
    if (auto error = load_pages()) return error;
    std::vector<std::string> urls;  // of the pages that may fetch; not of pages fetched meanwhile
    for (const crawl::SitePage& page : pages_)
      if (page.pending && !page.digest.empty() && !page.fetched_as_sibling) urls.push_back(page.url);
    for (const std::string& url : urls) {
      if (clock_.stopped()) break;
      const auto goes_on = fetch_for_page(url);
      if (!goes_on) return goes_on.error();
      if (!*goes_on) break;
    }
    return std::nullopt;
  }

  const SiblingFetchSummary& summary() const { return summary_; }

 private:
  std::optional<Error> load_pages() {
    choosers_.clear();  // they refer to the pages
    auto state = cache_.site_state(site_);
    if (!state) return state.error();
    pages_ = std::move(state->pages);
    return std::nullopt;
  }

  const crawl::SiblingChooser& chooser(const SiteSetup& setup) {
    auto& slot = choosers_[&setup];
    if (!slot) slot = std::make_unique<crawl::SiblingChooser>(pages_, setup.selection, setup.siblings, setup.seed);
    return *slot;
  }

  // False: the site's turn is over.
  Result<bool> fetch_for_page(const std::string& text) {
    const auto url = parse_url(text);
    const auto found = std::lower_bound(pages_.begin(), pages_.end(), text,
                                        [](const crawl::SitePage& page, const std::string& u) { return page.url < u; });
    if (!url || found == pages_.end() || found->url != text) return true;
    const auto setup = setups_.of_host(config::host_with_port(*url));
    if (!setup) return setup.error();
    const SiteSetup& with = **setup;
    if (!with.fetch_siblings || with.skip || !with.site_level) return true;
    const auto key = static_cast<std::size_t>(found - pages_.begin());
    // Links affect which siblings are chosen, and can only add siblings: most pages need not be parsed.
    if (chooser(with).choose(key, {}).size() >= with.siblings) return true;
    const auto links = links_of(*found, *url, with);
    if (!links) return links.error();
    const std::size_t had = chooser(with).choose(key, crawl::hashes_of(*links)).size();
    return had < with.siblings ? fetch(*url, *links, with.siblings - had) : Result<bool>(true);
  }

  // None for a page that cannot be read; extraction will report that. None for one that is not to be indexed.
  Result<std::vector<Url>> links_of(const crawl::SitePage& page, const Url& url, const SiteSetup& with) {
    if (page.crashed || in_work_.has_crashed(page)) return std::vector<Url>();
    const auto body = cache_.body(page.id);
    if (!body && crawl::is_missing_body(body.error())) return std::vector<Url>();
    if (!body) return body.error();
    const PagesInWork::Scope scope(&in_work_, page, with.limits.max_seconds);
    const auto document = parse_in_time(*body, page.charset, with.limits, clock_.flag());
    if (!document || read_marks(*document, page.robots, with.extract.marks).noindex) return std::vector<Url>();
    return crawl::sibling_links(*document, url, cache_.options().site_mode);
  }

  Result<bool> fetch(const Url& key, const std::vector<Url>& links, std::size_t wanted) {
    std::optional<Error> error;
    const auto cached = [&](const Url& link) {
      if (met_.contains(link.str())) return true;
      const auto found = cache_.find(link.str());
      if (!found) error = found.error();
      return !found || found->has_value();
    };
    const auto host_allowed = [&](const Url& link) {
      const auto setup = setups_.of_host(config::host_with_port(link));
      if (!setup) error = setup.error();
      return setup && (*setup)->fetch_siblings;
    };
    const crawl::SiblingFetch result =
        fetcher_.fetch({.key = key, .links = links, .wanted = wanted, .cached = cached, .host_allowed = host_allowed});
    if (!result.pages.empty()) {
      if (auto error = crawl::CacheCapture(cache_).store(result.pages, {.crawl = crawl::siblings_crawl})) return *error;
      if (auto error = load_pages()) return *error;
    }
    bool goes_on = true;
    for (const crawl::LinkOutcome& outcome : result.outcomes) {
      if (crawl::ends_site(outcome.reason)) goes_on = false;
      if (is_not_wanted(outcome.reason) || !met_.insert(outcome.url).second) continue;
      if (outcome.reason != crawl::FetchReason::fetched) {
        ++summary_.not_fetched[outcome.name()];
        continue;
      }
      ++summary_.fetched;
      fetched_(site_);
    }
    if (error) return *error;
    return goes_on;
  }

  crawl::CacheLedger& cache_;
  Setups& setups_;
  crawl::SiblingFetcher& fetcher_;
  PagesInWork& in_work_;
  const StoppableClock& clock_;
  const std::function<void(const std::string& site)>& fetched_;
  SiblingFetchSummary summary_;

  // Of the current site.
  std::string site_;
  std::vector<crawl::SitePage> pages_;
  std::map<const SiteSetup*, std::unique_ptr<crawl::SiblingChooser>> choosers_;
  KeyedSet<std::string> met_;  // links with an outcome: none is requested, or counted, twice
};

}  // namespace

Result<SiblingFetchSummary> fetch_siblings(const config::Config& config, crawl::CacheLedger& cache, Setups& setups,
                                           const std::vector<std::string>& sites, PagesInWork& in_work, StopFlag stop,
                                           const std::function<void(const std::string& site)>& fetched) {
  if (!is_on_somewhere(config)) return SiblingFetchSummary();
  if (config.settings().crawl.user_agent == config::Crawl().user_agent)
    return Error{"bad_user_agent",
                 "crawl.user_agent, which siblings.fetch needs, is still the example: say how the owners of sites "
                 "can reach you"};
  StoppableClock clock(stop);
  const auto fetcher = crawl::SiblingFetcher::create(
      fetch_options(config.settings(), cache.options().site_mode, clock.flag()), clock, cache);
  if (!fetcher)
    return Error{fetcher.error().code, "crawl.user_agent, which siblings.fetch needs: " + fetcher.error().message};
  SiblingFetchRun run(cache, setups, **fetcher, in_work, clock, fetched);
  for (const std::string& site : sites) {
    if (clock.stopped()) break;
    if (auto error = run.fetch_for_site(site)) return *error;
  }
  return run.summary();
}

}  // namespace pith::pipeline
