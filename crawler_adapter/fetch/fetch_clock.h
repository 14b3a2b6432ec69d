// The clock of the sibling fetch, so that a test can let an hour pass at once.
#pragma once

#include <cstdint>

namespace pith::crawl {

class Clock {
 public:
  virtual ~Clock() = default;
  // Seconds since 1970: for the time of a fetch, the day of the budget, and how long robots.txt is kept. May jump.
  virtual std::int64_t unix_seconds() = 0;
  // Milliseconds since some moment; never goes back. For delays.
  virtual std::int64_t steady_ms() = 0;
  // Waits. False: the program must end; the fetch stops at once with "interrupted".
  virtual bool sleep_ms(std::int64_t milliseconds) = 0;
};

// The machine's clocks. Its sleep is never interrupted: a program that needs that defines its own clock.
class SystemClock : public Clock {
 public:
  std::int64_t unix_seconds() override;
  std::int64_t steady_ms() override;
  bool sleep_ms(std::int64_t milliseconds) override;
};

}  // namespace pith::crawl
