#include "crawler_adapter/fetch/detail/robots_keeper.h"

#include <utility>

namespace pith::crawl {
namespace {

constexpr int redirects_max = 5;
// The limit for files as received; their rules need up to five times as much. Beyond it, all are dropped.
constexpr std::size_t kept_max_bytes = 32 << 20;
constexpr std::size_t bytes_a_server = 1024;

}  // namespace

RobotsKeeper::RobotsKeeper(RobotsKeeperOptions options, PacedClient& client, Clock& clock)
    : options_(std::move(options)), client_(client), clock_(clock) {}

RobotsKeeper::Answer RobotsKeeper::rules_for(const Url& url) {
  const Url robots_url = robots_url_of(url);
  const std::string key = robots_url.str();
  auto found = kept_.find(key);
  if (found == kept_.end() || found->second.until_ms <= clock_.steady_ms()) {
    auto fetched = fetch(robots_url);
    if (auto* refusal = std::get_if<Refusal>(&fetched)) return {.refusal = std::move(*refusal)};
    Kept& fresh = std::get<Kept>(fetched);
    kept_bytes_ += bytes_a_server + fresh.file_bytes;
    if (kept_bytes_ > kept_max_bytes) {
      kept_.clear();
      kept_bytes_ = bytes_a_server + fresh.file_bytes;
    }
    found = kept_.insert_or_assign(key, std::move(fresh)).first;
  }
  const Kept& kept = found->second;
  if (kept.refusal) return {.refusal = *kept.refusal, .silent = kept.silent};
  return {.rules = &kept.rules};
}

std::variant<RobotsKeeper::Kept, Refusal> RobotsKeeper::fetch(const Url& origin) {
  const auto kept = [&](std::int64_t seconds, Kept result) {
    result.until_ms = clock_.steady_ms() + seconds * 1000;
    return result;
  };
  const auto no_answer = [&](FetchReason reason, std::string why, bool silent = false) {
    return kept(options_.retry_seconds, {.refusal = Refusal{reason, std::move(why)}, .silent = silent});
  };
  const auto unreachable = [&](std::string why) { return no_answer(FetchReason::robots_unreachable, std::move(why)); };
  Url at = origin;
  for (int redirects = 0; redirects <= redirects_max; ++redirects) {
    if (auto refusal = client_.wait_turn(at)) return *std::move(refusal);
    const HttpAnswer answer = client_.get_beginning(
        at, [](int status, const std::string&) { return status / 100 == 2; }, robots_max_bytes);
    // The pages are on the same server as robots.txt: what prevents requests for both is not a matter of robots.txt.
    if (answer.failure && answer.failure->reason == FetchReason::private_address && redirects == 0)
      return no_answer(answer.failure->reason, answer.failure->message);
    if (answer.failure && answer.failure->reason == FetchReason::interrupted) return *answer.failure;
    if (answer.failure) return no_answer(FetchReason::robots_unreachable, answer.failure->message, redirects == 0);
    const int kind = answer.status / 100;
    if (kind == 2)
      return kept(options_.keep_seconds,
                  {.rules = Robots::parse(answer.body, options_.product_token), .file_bytes = answer.body.size()});
    if (kind == 4 && answer.status != 429) return kept(options_.keep_seconds, {});
    if (kind != 3) return unreachable(at.str() + ": answered with " + std::to_string(answer.status));
    const auto target = resolve(at, answer.location);
    if (!target || answer.location.empty()) return unreachable(at.str() + ": leads to no http address");
    if (!target->port.empty() && target->port != origin.port)
      return unreachable(at.str() + ": leads to a port of its own, " + target->str());
    at = *target;
  }
  return unreachable(origin.str() + ": leads on for more than " + std::to_string(redirects_max) + " redirects");
}

Url robots_url_of(const Url& url) {
  return {.scheme = url.scheme, .host = url.host, .port = url.port, .path = "/robots.txt", .query = {}};
}

}  // namespace pith::crawl
