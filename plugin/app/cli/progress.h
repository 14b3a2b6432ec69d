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
  // For work whose end is known in another measure than pages (bytes read): `part` of it is done, from 0 to 1, negative if that
  // is not known. Shows the time that the rest will take.
  void show_part(std::int64_t pages, double part, const std::string& details);
  // Removes the line from the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  // Whether it is time to draw again; if so, notes that it is done.
  bool due();
  double seconds() const;
  std::string rate(std::int64_t done) const;
  void draw(std::string line, const std::string& details);
  bool quiet_;
  int width_;
  std::string what_;
  Clock::time_point begun_, shown_;
  bool visible_ = false;
};

}  // namespace pith::cli
