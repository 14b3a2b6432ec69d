#include "crawler_adapter/fetch/detail/paced_client.h"

#include <algorithm>
#include <utility>

namespace pith::crawl {
namespace {

constexpr std::size_t hosts_max = 10'000;
constexpr std::int64_t day_ms = 24 * 3600 * 1000;

bool overloaded_or_down(const HttpAnswer& answer) {
  if (!answer.failure) return answer.status == 429 || answer.status == 503;
  const FetchReason reason = answer.failure->reason;
  return reason == FetchReason::timeout || reason == FetchReason::connect_failed || reason == FetchReason::dns_failed ||
         reason == FetchReason::tls_failed;
}

}  // namespace

PacedClient::PacedClient(HttpOptions http, const PaceOptions& pace, Clock& clock)
    : client_(std::move(http)), pace_(pace), clock_(clock) {}

std::optional<Refusal> PacedClient::wait_turn(const Url& url, std::int64_t delay_ms) {
  const std::int64_t now = clock_.steady_ms();
  std::int64_t turn = now;
  if (const auto found = hosts_.find(url.host); found != hosts_.end()) {
    const Host& host = found->second;
    if (now < host.backoff_until_ms)
      return Refusal{FetchReason::host_backoff, url.host + ": left alone for " +
                                                    std::to_string((host.backoff_until_ms - now) / 1000) +
                                                    " s more, for it is down or asked for it"};
    turn = std::max(now, host.asked_ms + std::max(pace_.delay_ms, delay_ms));
  }
  if (turn > deadline_ms_)
    return Refusal{FetchReason::time_used_up,
                   url.str() + ": its turn comes after the time that one page's siblings may take"};
  if (turn > now && !clock_.sleep_ms(turn - now))
    return Refusal{FetchReason::interrupted, url.str() + ": the program is to end"};
  return std::nullopt;
}

HttpAnswer PacedClient::get(const Url& url, const HttpClient::Wanted& wanted) {
  return note(url, client_.get(url.str(), wanted));
}

HttpAnswer PacedClient::get_beginning(const Url& url, const HttpClient::Wanted& wanted, std::size_t bytes) {
  return note(url, client_.get(url.str(), wanted, bytes, HttpClient::Overlong::cut));
}

HttpAnswer PacedClient::note(const Url& url, HttpAnswer answer) {
  ++requests_;
  const std::int64_t now = clock_.steady_ms();
  if (hosts_.size() >= hosts_max) forget_old_hosts();
  Host& host = hosts_[url.host];
  host.asked_ms = now;
  if (overloaded_or_down(answer)) {
    const std::int64_t asked_for_ms = std::min<std::int64_t>(answer.retry_after_seconds, day_ms / 1000) * 1000;
    host.backoff_until_ms = now + std::max(pace_.backoff_seconds * 1000, asked_for_ms);
  }
  return answer;
}

void PacedClient::forget_old_hosts() {
  const std::int64_t now = clock_.steady_ms();
  std::erase_if(hosts_, [&](const auto& entry) {
    return entry.second.asked_ms + day_ms < now && entry.second.backoff_until_ms <= now;
  });
}

}  // namespace pith::crawl
