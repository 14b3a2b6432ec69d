// What systems did on labelled pages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/page/page_type.h"
#include "plugin/lab/metrics.h"
#include "plugin/lab/page_set.h"
#include "plugin/lab/way.h"

namespace pith::eval {

// What one system did on one page.
struct Outcome {
  Scores scores;
  Way way;                           // in which it was measured
  std::optional<double> confidence;  // if the extractor gives one
  std::optional<PageType> type;
  unsigned siblings = 0;  // available; if it learns from the site: pages compared with
  double extract_ms = 0;  // the extractor alone
  double parse_ms = 0;    // decoding and parsing of the key page, and of the siblings where they are looked at; without
                          // the making of a site's model
};

struct PageOutcome {
  std::uint32_t page = 0;  // in its set
  std::size_t bytes = 0, gold_words = 0;
  double parse_ms = 0;           // decoding and parsing of this page only
  std::string skipped;           // why nothing was measured; empty: measured
  std::vector<Outcome> systems;  // as Evaluation::systems; empty if skipped
};

struct SetOutcome {
  PageSet set;
  std::vector<PageOutcome> pages;  // the selected ones, as in the manifest
  std::vector<Way> ways;           // by system: how pages were measured whose manifest does not say
  // Pages with node gold, and those without a node score because more than half of their labels were not found.
  std::size_t node_golds = 0, node_golds_unmapped = 0;
  std::size_t node_labels = 0, node_labels_unmapped = 0;
};

}  // namespace pith::eval
