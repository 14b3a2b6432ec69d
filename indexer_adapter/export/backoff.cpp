#include "indexer_adapter/export/backoff.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "indexer_adapter/export/export_errors.h"

namespace pith::sinks {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

Backoff::Backoff(const RetryOptions& options, const std::atomic<bool>* stop,
                 std::function<void(const std::string&)> waiting)
    : options_(options), stop_(stop), waiting_(std::move(waiting)), random_(std::random_device()()) {}

std::optional<Error> Backoff::wait(const Error& failure, long asked_seconds) {
  if (stopped()) return Error{code::stopped, "interrupted"};
  if (waits_ + 1 >= options_.tries)
    return Error{failure.code, fmt::format("{} ({} tries)", failure.message, options_.tries)};
  const milliseconds asked = std::chrono::seconds(std::clamp(asked_seconds, 0L, 1'000'000'000L));
  if (asked > options_.longest_asked)
    return Error{failure.code,
                 fmt::format("{}; the server asks to wait {} s: try again then", failure.message, asked_seconds)};
  const milliseconds longest = std::min(options_.longest_wait, options_.first_wait * (1 << std::min(waits_, 20)));
  std::uniform_int_distribution<milliseconds::rep> jitter(longest.count() / 2, longest.count());
  const milliseconds pause = std::max(asked, milliseconds(jitter(random_)));
  ++waits_;
  if (waiting_)
    waiting_(fmt::format("waiting {:.1f} s: {}", static_cast<double>(pause.count()) / 1000, failure.message));
  const auto until = std::chrono::steady_clock::now() + pause;
  for (auto now = until - pause; now < until; now = std::chrono::steady_clock::now()) {
    if (stopped()) return Error{code::stopped, "interrupted"};
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(until - now, 100ms));
  }
  return std::nullopt;
}

}  // namespace pith::sinks
