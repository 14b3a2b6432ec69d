// How often and after what wait something is retried.
#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <random>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/export/sink.h"

namespace pith::sinks {

// The tries of one piece of work. Waits grow exponentially, with jitter, so that many clients do not return at once.
class Backoff {
 public:
  // `stop` and `waiting` are those of SinkOptions; both may be null.
  Backoff(const RetryOptions& options, const std::atomic<bool>* stop, std::function<void(const std::string&)> waiting);

  // After a failed try: waits, or returns why not to try again: `failure` if all tries are used up or the server asks
  // for too long a pause, "stopped". `asked_seconds`: Retry-After, 0 for none; it never waits less than that.
  std::optional<Error> wait(const Error& failure, long asked_seconds = 0);

  int waits() const { return waits_; }
  bool stopped() const { return stop_ && *stop_; }

 private:
  RetryOptions options_;
  const std::atomic<bool>* stop_;
  std::function<void(const std::string&)> waiting_;
  std::mt19937 random_;
  int waits_ = 0;
};

}  // namespace pith::sinks
