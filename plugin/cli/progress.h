// A line on standard error that shows how far long work is: a bar where the end is known, rates, counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pith::cli {

// On a terminal the line is rewritten in place, ten times a second at most. Elsewhere a plain line comes out every ten
// seconds, so that logs show life but do not fill. Not thread-safe.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();  // finish()
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `total` 0: not known. `rate` counts `done` since the last call of begin().
  void begin(const std::string& what);
  void show(std::int64_t done, std::int64_t total, const std::string& details);
  // Removes the line from the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  bool quiet_;
  int width_;
  std::string what_;
  Clock::time_point begun_, shown_;
  bool visible_ = false;
};

}  // namespace pith::cli
