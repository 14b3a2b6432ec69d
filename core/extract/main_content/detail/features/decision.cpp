#include "core/extract/main_content/detail/features/decision.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace pith {

Decision decide(std::span<const float> probabilities, std::span<const std::uint32_t> words) {
  std::vector<std::uint32_t> order(probabilities.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return probabilities[a] > probabilities[b]; });
  double all = 0, found = 0, taken = 0;
  for (std::size_t i = 0; i < order.size(); ++i) all += static_cast<double>(probabilities[i]) * words[i];
  Decision best;
  double best_f1 = 0;  // not rounded to a float, or a run without words could look like a gain
  for (const std::uint32_t i : order) {
    found += static_cast<double>(probabilities[i]) * words[i];
    taken += words[i];
    const double f1 = taken + all > 0 ? 2 * found / (taken + all) : 0;
    if (f1 <= best_f1) continue;
    best_f1 = f1;
    best = {probabilities[i], static_cast<float>(f1)};
  }
  return best;
}

}  // namespace pith
