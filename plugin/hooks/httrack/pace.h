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
      : gap_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(1 / std::max(rate, 1e-6)))),
        made_up_for_(std::max<Clock::duration>(std::chrono::milliseconds(rate > 20 ? 500 : 200) - gap_, {})),
        next_(Clock::now()) {}

  // Returns when the next event may happen: 1/rate after the last one was due. Of time that passed unused, up to 0.2 s
  // are made up for, or 0.5 s at more than twenty a second, which HTTrack only reaches so: it sends requests in bursts
  // with pauses between them. So no span of T seconds has more than 1 + rate · (T + 0.2), or T + 0.5, events.
  void wait() {
    std::this_thread::sleep_until(next_);
    next_ = std::max(next_, Clock::now() - made_up_for_) + gap_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::duration gap_, made_up_for_;
  Clock::time_point next_;
};

}  // namespace pith::capture
