// Time as the sibling fetch sees it, so that a test can let an hour pass at once.
#pragma once

#include <cstdint>

namespace pith::crawl {

class Clock {
 public:
  virtual ~Clock() = default;
  // Seconds since 1970: when a page was fetched, which day's budget, until when robots.txt is kept. May jump.
  virtual std::int64_t unix_seconds() = 0;
  // Milliseconds since some moment; never goes back. For delays.
  virtual std::int64_t steady_ms() = 0;
  // Waits. False: the program is to end; the fetch stops at once with "interrupted".
  virtual bool sleep_ms(std::int64_t milliseconds) = 0;
};

// The machine's clocks. Its sleep is never cut short: a program that wants that has a clock of its own.
class SystemClock : public Clock {
 public:
  std::int64_t unix_seconds() override;
  std::int64_t steady_ms() override;
  bool sleep_ms(std::int64_t milliseconds) override;
};

}  // namespace pith::crawl
