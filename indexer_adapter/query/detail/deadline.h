// The time limit of a search.
#pragma once

#include <chrono>
#include <cstdint>

namespace pith::index {

// Thrown through Lucene++ and the code that reads the index, caught in searcher.cpp.
struct TimeIsUp {};

inline constexpr std::uint32_t work_of_a_term = 8;  // for Deadline::check: to find its postings

class Deadline {
 public:
  // Starts now; 0 seconds: no limit.
  explicit Deadline(double seconds)
      : limited_(seconds > 0),
        end_(std::chrono::steady_clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6))) {}

  // Throws TimeIsUp once the time is over. Call it after looking at about `work` documents or terms; it reads the clock
  // about once in a thousand.
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
