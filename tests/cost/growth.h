// How the cost of some work grows with its input.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::cost {

// `before`, then `unit` repeated, then `after`. Each "§" in the unit becomes a number of its own.
struct Input {
  std::string before = {}, unit = {}, after = {};

  // `bytes` or a little more are repeated units.
  std::string of_size(std::size_t bytes) const;
  std::size_t fixed() const { return before.size() + after.size(); }
  // For people, with control characters and long texts shortened.
  std::string name() const;
};

struct Growth {
  struct Cost {
    std::size_t bytes;  // of the units
    double seconds;
  };
  std::vector<Cost> costs;  // each of four times the bytes of the one before
  bool too_fast = false;    // the cost grows faster than the size

  std::string str() const;
};

using Work = std::function<void(std::string_view)>;

// Measures inputs with n, 4n and 16n bytes of units, of at most `most` bytes in all: n is where the cost first reaches
// `least` seconds. The measure is the thread's processor time, the best of several, so that other programs hardly
// matter. The cost may grow by 100 where the size grows by 16: memory that no longer fits into a cache costs more, and
// a busy machine may make one measure twice as large, while a quadratic cost grows by 256. What grows faster is
// measured once more from the beginning.
Growth growth_of(const Work& work, const Input& input, std::size_t most, double least);

}  // namespace pith::cost
