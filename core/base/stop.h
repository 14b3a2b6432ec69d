// How a caller stops the work on one page: core reads no clock, so it asks.
#pragma once

namespace pith {

// Polled by the thread that works on the page. Once it has said yes, it keeps saying yes.
class Stop {
 public:
  virtual ~Stop() = default;
  virtual bool now() = 0;
};

inline bool is_over(Stop* stop) { return stop && stop->now(); }

}  // namespace pith
