#include "crawler_adapter/fetch/sibling_fetch.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "core/base/keyed_hash.h"
#include "crawler_adapter/fetch/detail/paced_client.h"
#include "crawler_adapter/fetch/detail/robots.h"
#include "crawler_adapter/fetch/detail/robots_keeper.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::crawl {
namespace {

constexpr int redirects_max = 5;
constexpr std::int64_t day_seconds = 24 * 3600;

std::optional<Error> check_user_agent(const std::string& user_agent) {
  const auto bad = [&](const std::string& what) {
    return Error{"bad_user_agent", "user agent \"" + user_agent + "\": " + what +
                                       "; expected something like \"Pith/0.1 (+https://example.org/crawler)\""};
  };
  if (std::any_of(user_agent.begin(), user_agent.end(), [](unsigned char c) { return c < ' ' || c == 0x7F; }))
    return Error{"bad_user_agent", "the user agent holds control characters; expected one line of text"};
  if (product_token(user_agent).empty()) return bad("it begins with no name for robots.txt to know");
  if (user_agent.find("://") == std::string::npos && user_agent.find('@') == std::string::npos)
    return bad("it holds no contact, neither a URL nor a mail address");
  return std::nullopt;
}

bool has_other_scheme(std::string_view location) {
  const std::size_t end = location.find_first_of(":/?#");
  return end != std::string_view::npos && end > 0 && location[end] == ':' && !location.starts_with("http");
}

bool wanted_page(int status, const std::string& content_type) { return status == 200 && is_html_type(content_type); }

class Fetcher : public SiblingFetcher {
 public:
  Fetcher(const SiblingFetchOptions& options, Clock& clock, FetchBudget& budget)
      : options_(options),
        clock_(clock),
        budget_(budget),
        client_(options.http, {.delay_ms = options.delay_ms, .backoff_seconds = options.backoff_seconds}, clock),
        robots_({.product_token = std::string(product_token(options.http.user_agent)),
                 .keep_seconds = options.robots_keep_seconds,
                 .retry_seconds = options.robots_retry_seconds},
                client_, clock) {}

  SiblingFetch fetch(const SiblingRequest& request) override;

 private:
  class Call;

  SiblingFetchOptions options_;
  Clock& clock_;
  FetchBudget& budget_;
  PacedClient client_;
  RobotsKeeper robots_;
};

// One call of fetch().
class Fetcher::Call {
 public:
  Call(Fetcher& fetcher, const SiblingRequest& request)
      : fetcher_(fetcher), request_(request), site_(site_of(request.key, fetcher.options_.site_mode)) {
    asked_.insert(request.key.str());
  }

  SiblingFetch run() {
    std::size_t fetched = 0;
    std::optional<Refusal> end;
    for (const Url& link : request_.links) {
      if (fetched >= request_.wanted) end = Refusal{FetchReason::enough, {}};
      LinkOutcome outcome;
      outcome.url = link.str();
      if (const auto refusal = end ? end : follow(link, outcome.status)) {
        outcome.reason = refusal->reason;
        outcome.message = refusal->message;
        if (ends_site(refusal->reason)) end = refusal;
      } else {
        ++fetched;
      }
      result_.outcomes.push_back(std::move(outcome));
    }
    return std::move(result_);
  }

 private:
  // Follows a link over its redirects to a page; otherwise says why there is no page. `status` is that of the last
  // answer.
  std::optional<Refusal> follow(const Url& link, int& status) {
    Url at = link;
    for (int redirects = 0; redirects <= redirects_max; ++redirects) {
      if (auto refusal = refuse(at, redirects > 0)) return refusal;
      if (auto refusal = wait(at)) return refusal;
      HttpAnswer answer = fetcher_.client_.get(at, wanted_page);
      if (answer.failure) return answer.failure;
      status = answer.status;
      const bool is_redirect = answer.status / 100 == 3 && answer.status != 304;
      if (!is_redirect) return keep(at, std::move(answer));
      const std::string location = answer.location;
      keep(at, std::move(answer));
      const auto target = location.empty() ? std::nullopt : resolve(at, location);
      if (!target)
        return has_other_scheme(location)
                   ? Refusal{FetchReason::redirect_bad_scheme, at.str() + ": leads to no http address"}
                   : Refusal{FetchReason::redirect_nowhere, at.str() + ": a redirect without a usable Location"};
      at = *target;
    }
    return Refusal{FetchReason::too_many_redirects, link.str() + ": more than " + std::to_string(redirects_max)};
  }

  // The checks that need no request.
  std::optional<Refusal> refuse(const Url& url, bool after_redirect) {
    const SiblingFetchOptions& options = fetcher_.options_;
    if (url.scheme != "http" && url.scheme != "https")
      return Refusal{FetchReason::bad_scheme, url.str() + ": neither http nor https"};
    if (site_of(url, options.site_mode) != site_)
      return Refusal{after_redirect ? FetchReason::redirect_off_site : FetchReason::off_site,
                     url.str() + ": not of the site " + site_};
    if (request_.host_allowed && !request_.host_allowed(url))
      return Refusal{FetchReason::host_not_allowed, url.host + ": switched off for this host"};
    if (!options.any_port && !url.port.empty() && url.port != "80" && url.port != "443" &&
        url.port != request_.key.port)
      return Refusal{FetchReason::port_not_allowed,
                     url.str() + ": neither 80, 443 nor the port of " + request_.key.str()};
    if (!asked_.insert(url.str()).second) return Refusal{FetchReason::already_asked, {}};
    if (request_.cached && request_.cached(url)) return Refusal{FetchReason::cached, {}};
    return std::nullopt;
  }

  // Waits until the site, its pace and the budget allow a request for this URL.
  std::optional<Refusal> wait(const Url& url) {
    const SiblingFetchOptions& options = fetcher_.options_;
    const RobotsKeeper::Answer answer = fetcher_.robots_.rules_for(url);
    const Robots* const rules = answer.rules;
    if (!rules) return answer.refusal;
    const std::string path = url.path + (url.query ? "?" + *url.query : "");
    if (!rules->allows(path))
      return Refusal{FetchReason::robots_disallowed, url.str() + ": forbidden by its robots.txt"};
    const double crawl_delay = rules->crawl_delay();
    if (crawl_delay > static_cast<double>(options.max_crawl_delay_seconds))
      return Refusal{FetchReason::crawl_delay_too_long, url.host + ": its robots.txt asks for more than " +
                                                            std::to_string(options.max_crawl_delay_seconds) +
                                                            " s between requests"};
    if (auto early = fetcher_.client_.wait_turn(url, static_cast<std::int64_t>(crawl_delay * 1000))) return early;
    const auto taken =
        fetcher_.budget_.take(site_, fetcher_.clock_.unix_seconds() / day_seconds, options.requests_per_site_and_day);
    if (!taken) return Refusal{FetchReason::budget_unavailable, taken.error().message};
    if (!*taken)
      return Refusal{FetchReason::daily_budget,
                     site_ + ": " + std::to_string(options.requests_per_site_and_day) + " requests were made today"};
    return std::nullopt;
  }

  // Adds an answer, redirect or not, to the result if it says anything about the page. If it is not a page, says why.
  std::optional<Refusal> keep(const Url& url, HttpAnswer answer) {
    std::optional<Refusal> refusal;
    if (answer.status != 200)
      refusal = {FetchReason::http_status, url.str()};
    else if (!is_html_type(answer.content_type))
      refusal = {FetchReason::not_html, url.str() + ": " + answer.content_type};
    else if (answer.body.empty())
      refusal = {FetchReason::empty, url.str()};
    if (answer.status == 429 || answer.status >= 500) return refusal;
    CapturedPage page;
    page.url = url.str();
    page.status = answer.status;
    if (answer.status / 100 == 3) page.redirect_to = std::move(answer.location);
    page.charset = split_content_type(answer.content_type).charset;
    page.content_type = std::move(answer.content_type);
    page.etag = std::move(answer.etag);
    page.last_modified = std::move(answer.last_modified);
    page.robots = std::move(answer.robots);
    page.fetched = fetcher_.clock_.unix_seconds();
    page.body = std::move(answer.body);
    result_.pages.push_back(std::move(page));
    return refusal;
  }

  Fetcher& fetcher_;
  const SiblingRequest& request_;
  const std::string site_;
  KeyedSet<std::string> asked_;
  SiblingFetch result_;
};

SiblingFetch Fetcher::fetch(const SiblingRequest& request) {
  client_.set_deadline(clock_.steady_ms() + options_.seconds_per_page * 1000);
  return Call(*this, request).run();
}

}  // namespace

std::string LinkOutcome::name() const {
  return reason == FetchReason::http_status ? "http_" + std::to_string(status) : name_of(reason);
}

std::map<std::string, std::size_t> SiblingFetch::counts() const {
  std::map<std::string, std::size_t> counts;
  for (const LinkOutcome& outcome : outcomes) ++counts[outcome.name()];
  return counts;
}

Result<std::unique_ptr<SiblingFetcher>> SiblingFetcher::create(const SiblingFetchOptions& options, Clock& clock,
                                                               FetchBudget& budget) {
  if (auto error = check_user_agent(options.http.user_agent)) return *std::move(error);
  return std::unique_ptr<SiblingFetcher>(std::make_unique<Fetcher>(options, clock, budget));
}

}  // namespace pith::crawl
