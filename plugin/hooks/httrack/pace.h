// Spreads events evenly over time.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace pith::capture {

// Use from one thread at a time.
class Pace {
 public:
  // `rate` > 0: events a second.
  explicit Pace(double rate)
      : gap_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / std::max(rate, 1e-6)))) {}

  // Returns when the next event may happen: 1/rate after the last one was due. At more than two a second, up to half a
  // second that passed unused is made up for, since HTTrack sends requests in bursts with pauses between them; so no
  // span of T seconds has more than 1 + rate · (T + 0.5) events.
  void wait() {
    std::this_thread::sleep_until(next_);
    next_ = std::max(next_, Clock::now() - made_up_for_) + gap_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::duration gap_, made_up_for_ = std::max<Clock::duration>(std::chrono::milliseconds(500) - gap_, {});
  Clock::time_point next_{};
};

}  // namespace pith::capture
