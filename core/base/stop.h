// How a caller ends the work on one page: core reads no clock, so it asks.
#pragma once

namespace pith {

// Asked again and again, by the thread that works on the page. Once it has said yes it stays with that.
class Stop {
 public:
  virtual ~Stop() = default;
  virtual bool now() = 0;
};

inline bool is_over(Stop* stop) { return stop && stop->now(); }

}  // namespace pith
