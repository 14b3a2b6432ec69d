// Queries for the start page, made from the index, so that each of them finds something.
#pragma once

#include <string>
#include <vector>

#include "indexer_adapter/hits/searcher.h"

namespace pith::http {

struct Example {
  std::string query, meaning;
};

// From the titles of the index's first pages, or else from their content; each query is tried. Empty if the index is
// empty or cannot be read.
std::vector<Example> examples_of(const index::Searcher& searcher);

}  // namespace pith::http
