#include "crawler_adapter/fetch/robots_check.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include "crawler_adapter/fetch/detail/paced_client.h"
#include "crawler_adapter/fetch/detail/robots_keeper.h"
#include "crawler_adapter/fetch/fetch_clock.h"

namespace pith::crawl {

namespace {

HttpOptions options_for(std::string user_agent, const std::atomic<bool>* stop) {
  HttpOptions options;
  options.user_agent = std::move(user_agent);
  options.addresses = AddressPolicy::any;
  options.timeout_ms = 15'000;  // the crawl waits
  options.verify = false;       // as HTTrack fetches the pages
  options.stop = stop;
  return options;
}

}  // namespace

struct RobotsCheck::Impl {
  Impl(std::string user_agent, const std::atomic<bool>* stop)
      : token(product_token(user_agent)),
        client(options_for(std::move(user_agent), stop), {}, clock),
        keeper({.product_token = token}, client, clock) {}

  std::string token;
  SystemClock clock;
  PacedClient client;
  RobotsKeeper keeper;
};

RobotsCheck::RobotsCheck(std::string user_agent, const std::atomic<bool>* stop)
    : impl_(std::make_unique<Impl>(std::move(user_agent), stop)) {}
RobotsCheck::RobotsCheck(RobotsCheck&&) noexcept = default;
RobotsCheck::~RobotsCheck() = default;

std::optional<RobotsCheck::Refusal> RobotsCheck::refusal(const Url& url) {
  const RobotsKeeper::Answer answer = impl_->keeper.rules_for(url);
  if (answer.silent) return Refusal{.why = url.str() + ": " + answer.refusal.message, .by_rule = false};
  if (!answer.rules)
    return Refusal{.why = url.str() + ": robots.txt could not be fetched, so nothing may be (" +
                          answer.refusal.message + "); try again later",
                   .by_rule = false};
  const std::string path = url.path + (url.query ? "?" + *url.query : "");
  if (answer.rules->allows(path)) return std::nullopt;
  const Robots::Rule& rule = *answer.rules->deciding_rule(path);
  return Refusal{.why = url.str() + ": " + robots_url_of(url).str() + " forbids it to " + impl_->token + ", line " +
                        std::to_string(rule.line) + ": Disallow: " + rule.pattern};
}

double RobotsCheck::crawl_delay(const Url& url) {
  const RobotsKeeper::Answer answer = impl_->keeper.rules_for(url);
  return answer.rules ? answer.rules->crawl_delay() : 0;
}

std::string RobotsCheck::forbidden_paths(const Url& url) {
  constexpr std::size_t shown = 3, longest = 80;
  const RobotsKeeper::Answer answer = impl_->keeper.rules_for(url);
  std::vector<std::string_view> patterns;
  if (answer.rules)
    for (const Robots::Rule& rule : answer.rules->rules())
      if (!rule.allow) patterns.push_back(rule.pattern);
  std::string line;
  for (std::size_t i = 0; i < std::min(patterns.size(), shown); ++i)
    line.append(i == 0                    ? robots_url_of(url).str() + " forbids "
                : i + 1 < patterns.size() ? ", "
                                          : " and ")
        .append(patterns[i].substr(0, longest))
        .append(patterns[i].size() > longest ? "…" : "");
  if (patterns.size() > shown) line += " and " + std::to_string(patterns.size() - shown) + " more";
  return line;
}

std::int64_t RobotsCheck::requests() const { return impl_->client.requests(); }

}  // namespace pith::crawl
