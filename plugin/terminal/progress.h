// A line on standard error that shows how far long work is: a bar if the end is known, rates, counts.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace pith::cli {

// On a terminal the line is rewritten in place, at most ten times a second. Elsewhere a plain line appears every ten
// seconds, so that logs show life but do not fill. Not thread-safe.
class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();  // finish()
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `unit`: what is counted.
  void begin(const std::string& what, const std::string& unit = "pages");
  // `total` 0: unknown; else the remaining time is shown. `details` come last: a narrow terminal cuts them.
  void show(std::int64_t done, std::int64_t total, const std::string& details);
  // For work measured in something other than its unit (bytes read): `part` of it is done, from 0 to 1, negative if
  // unknown.
  void show_part(std::int64_t done, double part, const std::string& details);
  // Removes the line from the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  // Whether it is time to draw again; if so, records that.
  bool due();
  double seconds() const;
  std::string rate(std::int64_t done) const;
  std::string left(double part) const;  // how long the rest takes; empty if that is unknown
  void draw(std::string line, const std::string& details);
  bool quiet_;
  int width_;
  std::string what_, unit_;
  Clock::time_point begun_, shown_;
  bool visible_ = false;
};

}  // namespace pith::cli
