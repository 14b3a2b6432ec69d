// The answers of the JSON API. Their format is a promise: assets/openapi.json describes it, and tests compare.
#pragma once

#include <string>

#include "indexer_adapter/searcher.h"
#include "plugin/app/http/live_index.h"

namespace pith::http {

// All are valid UTF-8, whatever the index holds.
std::string search_json(const index::Query& query, const index::Hits& hits, double seconds);
std::string status_json(const LiveIndex::View& view, const std::string& version);
std::string error_json(const Error& error);

}  // namespace pith::http
