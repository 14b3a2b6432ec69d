// The share of each text run that is main content, according to the page's gold text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extract/main_content/training.h"

namespace pith::training {

// For each run, the share of its words that an alignment of page and gold pairs. The alignment is the common
// subsequence of words with the best score: 2 per pair, plus 1 for each pair that directly continues the last one, so
// that the gold's words are not found scattered over menus; the last one if several are equal. If the product of the
// lengths exceeds `max_cells`, the share of the run's words that occur in the gold at all.
std::vector<float> label_runs(const PageWords& page, std::span<const std::uint32_t> gold,
                              std::size_t max_cells = 400'000'000);

}  // namespace pith::training
