// The time that a search may take.
#pragma once

#include <chrono>
#include <cstdint>

namespace pith::index {

// Thrown through Lucene++ and what reads the index for a search, caught in searcher.cpp.
struct TimeIsUp {};

class Deadline {
 public:
  // From now on; 0 seconds: never.
  explicit Deadline(double seconds)
      : limited_(seconds > 0),
        end_(std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6))) {}

  // Throws TimeIsUp once the time is over. To be called where about `work` documents or terms were looked at since;
  // reads the clock once in a thousand or so.
  void check(std::uint32_t work = 1) const {
    if (!limited_ || (work_ += work) < 1024) return;
    work_ = 0;
    if (std::chrono::steady_clock::now() > end_) throw TimeIsUp();
  }

 private:
  bool limited_;
  std::chrono::steady_clock::time_point end_;
  mutable std::uint32_t work_ = 0;
};

}  // namespace pith::index
