// How the cost of some work grows with its input.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::cost {

// `before`, then `unit` as often as it fits, then `after`. Each "§" in the unit becomes a number of its own.
struct Input {
  std::string before = {}, unit = {}, after = {};

  std::string of_size(std::size_t bytes) const;
  // For people, with control characters and long texts shortened.
  std::string name() const;
};

struct Growth {
  struct Cost {
    std::size_t bytes;
    double seconds;
  };
  std::vector<Cost> costs;  // each of four times the bytes of the one before
  bool too_fast = false;    // the cost grows faster than the size

  std::string str() const;
};

using Work = std::function<void(std::string_view)>;

// Measures inputs of n, 4n and 16n bytes, of at most `most`: n is where the cost first reaches `least` seconds. The
// measure is the thread's processor time, the best of several, so that other programs hardly matter. The cost may grow
// by 64 where the size grows by 16: memory that no longer fits into a cache costs more, and a machine that is busy may
// make one measure twice as large, while a quadratic cost grows by 256. What grows faster is measured once more from
// the beginning.
Growth growth_of(const Work& work, const Input& input, std::size_t most, double least);

}  // namespace pith::cost
