// The features of the first two forests in groups that people have words for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

// Features that say much the same, and how to put it for a run: "link density 0.96".
struct Signal {
  std::vector<std::size_t> columns;  // of features() followed by context_features()
  // `p`: probability by run.
  std::string (*phrase)(const PageView& page, RunId run, std::span<const float> p, std::size_t first_column);
};

// Every column is in exactly one signal, except those that are the same for all runs of a page, and those of a run's
// own probability ("p", "p_over_threshold"), which are in none.
std::span<const Signal> signals();

}  // namespace pith
