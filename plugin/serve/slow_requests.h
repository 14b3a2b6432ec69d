// Requests whose answer took long: what a query costs depends on the pages that it finds, and shows only then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string_view>

#include "core/base/keyed_hash.h"

namespace pith::http {

// Remembers so many of the last slow ones. Thread-safe.
class SlowRequests {
 public:
  bool has(std::string_view target) const {
    const std::lock_guard lock(mutex_);
    return hashes_.contains(KeyedHash()(target));
  }

  // `seconds`: of processor time.
  void note(std::string_view target, double seconds) {
    constexpr double slow = 0.02;
    constexpr std::size_t most = 4096;
    const std::uint64_t hash = KeyedHash()(target);
    const std::lock_guard lock(mutex_);
    if (seconds < slow || !hashes_.insert(hash).second) return;
    order_.push_back(hash);
    if (order_.size() <= most) return;
    hashes_.erase(order_.front());
    order_.pop_front();
  }

 private:
  mutable std::mutex mutex_;
  KeyedSet<std::uint64_t> hashes_;
  std::deque<std::uint64_t> order_;
};

}  // namespace pith::http
