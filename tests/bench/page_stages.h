// What is done for a page, from its bytes to a document for the index, stage by stage: what benchmarks time and count.
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

// Stages of the way of a page, then each extractor ("extractor NAME", with four siblings that are parsed already).
const std::vector<PageStage>& page_stages();

}  // namespace pith::bench
