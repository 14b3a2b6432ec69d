// Hits and suggestions as JSON, the same on the command line, over HTTP and in the C interface
// (plugin/serve/assets/openapi.json describes it).
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "indexer_adapter/hits/searcher.h"

namespace pith::pipeline {

// query, total, complete, offset, limit, notes, hits, hints, suggestion; template if a line of one answers;
// facets and explanations if requested.
nlohmann::ordered_json hits_json(const index::Query& query, const index::Hits& hits);

// query, suggestions.
nlohmann::ordered_json suggestions_json(const index::SuggestQuery& query,
                                        const std::vector<index::Suggestion>& suggestions);

}  // namespace pith::pipeline
