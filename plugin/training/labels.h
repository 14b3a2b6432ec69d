// What share of each text run is main content, by the page's gold text.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/extract/main_content/training.h"

namespace pith::training {

// For each run the share of its words that an alignment of page and gold pairs: of all common subsequences of words the
// one that scores best with 2 a pair and 1 more for each pair that goes on where the last one ended, so that a gold's
// words are not found scattered over menus. Of equals the last. Where the product of lengths is over `max_cells`, the
// share of the run's words that the gold has at all.
std::vector<float> label_runs(const PageWords& page, std::span<const std::uint32_t> gold,
                              std::size_t max_cells = 400'000'000);

}  // namespace pith::training
