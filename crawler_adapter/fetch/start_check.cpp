#include "crawler_adapter/fetch/start_check.h"

#include <utility>

#include "crawler_adapter/fetch/detail/paced_client.h"
#include "crawler_adapter/fetch/detail/robots_keeper.h"
#include "crawler_adapter/fetch/fetch_clock.h"

namespace pith::crawl {

namespace {

HttpOptions options_for(const std::string& user_agent) {
  HttpOptions options;
  options.user_agent = user_agent;
  options.addresses = AddressPolicy::any;
  return options;
}

}  // namespace

struct StartCheck::Impl {
  explicit Impl(const std::string& user_agent)
      : token(product_token(user_agent)),
        client(options_for(user_agent), {}, clock),
        keeper({.product_token = token}, client, clock) {}

  std::string token;
  SystemClock clock;
  PacedClient client;
  RobotsKeeper keeper;
};

StartCheck::StartCheck(std::string user_agent) : impl_(std::make_unique<Impl>(std::move(user_agent))) {}
StartCheck::StartCheck(StartCheck&&) noexcept = default;
StartCheck::~StartCheck() = default;

StartAnswer StartCheck::ask(const Url& url) {
  const Url robots_url{.scheme = url.scheme, .host = url.host, .port = url.port, .path = "/robots.txt", .query = {}};
  const RobotsKeeper::Answer answer = impl_->keeper.rules_for(url);
  if (!answer.rules) {
    if (answer.silent) return {.kind = StartAnswer::unreachable, .why = url.str() + ": " + answer.refusal.message};
    return {.kind = StartAnswer::disallowed,
            .why = url.str() + ": robots.txt could not be fetched, so nothing may be (" + answer.refusal.message +
                   "); try again later"};
  }
  const std::string path = url.path + (url.query ? "?" + *url.query : "");
  if (answer.rules->allows(path)) {
    StartAnswer allowed{.kind = StartAnswer::allowed, .why = {}, .crawl_delay = answer.rules->crawl_delay()};
    for (const Robots::Rule& rule : answer.rules->rules())
      if (!rule.allow) allowed.patterns.push_back(rule.pattern);
    return allowed;
  }
  const Robots::Rule& rule = *answer.rules->deciding_rule(path);
  return {.kind = StartAnswer::disallowed,
          .why = url.str() + ": " + robots_url.str() + " forbids it to " + impl_->token + ", line " +
                 std::to_string(rule.line) + ": Disallow: " + rule.pattern};
}

}  // namespace pith::crawl
