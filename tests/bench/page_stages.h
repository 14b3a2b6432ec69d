// The work for a page, from its bytes to a document for the index, in stages that benchmarks time and count.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tests/bench/real_pages.h"

namespace pith::bench {

struct PageStage {
  std::string name;
  std::function<void(const RealPage&)> run;
};

// The stages of processing a page, then each extractor ("extractor NAME", with four siblings already parsed).
const std::vector<PageStage>& page_stages();

}  // namespace pith::bench
