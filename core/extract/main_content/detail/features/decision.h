// Which runs to choose, given a probability for each: those with the largest expected F1.
#pragma once

#include <cstdint>
#include <span>

namespace pith {

struct Decision {
  float threshold = 1;    // runs of at least this probability are chosen
  float expected_f1 = 0;  // of their words
};

// The expected F1 of a set of words is estimated as 2·Σp over the set / (size of the set + Σp over all). Its best set
// is all words over half of the best value (Lewis 1995; Ye et al., ICML 2012). O(runs · log runs).
Decision decide(std::span<const float> probabilities, std::span<const std::uint32_t> words);

}  // namespace pith
