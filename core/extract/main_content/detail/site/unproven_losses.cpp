#include "core/extract/main_content/detail/site/unproven_losses.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pith {

void keep_unproven_losses(const PageView& page, const Choice& alone, std::span<const float> p_alone,
                          std::span<const float> p, Choice& choice) {
  constexpr float most = 0.02f;  // that a probability falls without a reason: a site's corrections are never quite 0
  std::vector<RunId> lost;
  std::uint64_t words_lost = 0, words_alone = 0;
  for (RunId r = 0; r < page.runs.size(); ++r) {
    if (!alone.runs[r]) continue;
    const std::uint32_t words = page.runs[r].text.words;
    words_alone += words;
    if (choice.runs[r] || p[r] < p_alone[r] - most) continue;
    lost.push_back(r);
    words_lost += words;
  }
  if (3 * words_lost <= words_alone) return;
  for (const RunId r : lost) choice.runs[r] = true;
  choice.threshold = std::min(choice.threshold, alone.threshold);
  choice.confidence = std::min(choice.confidence, alone.confidence);
}

}  // namespace pith
