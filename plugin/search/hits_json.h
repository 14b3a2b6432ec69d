// Hits as JSON, the same on the command line and over HTTP (plugin/serve/assets/openapi.json describes it).
#pragma once

#include <nlohmann/json.hpp>

#include "indexer_adapter/hits/searcher.h"

namespace pith::pipeline {

// query, total, complete, offset, limit, notes, hits, hints, suggestion; template if a line of one answers;
// facets and explanations if requested.
nlohmann::ordered_json hits_json(const index::Query& query, const index::Hits& hits);

}  // namespace pith::pipeline
