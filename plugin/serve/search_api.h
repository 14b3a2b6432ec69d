// The answers of the JSON API. Their format is a promise: assets/openapi.json describes it, and tests compare.
#pragma once

#include <string>
#include <vector>

#include "indexer_adapter/hits/searcher.h"
#include "plugin/search/live_index.h"

namespace pith::http {

// All are valid UTF-8, whatever the index holds.
std::string search_json(const index::Query& query, const index::Hits& hits, double seconds);
std::string suggestions_json(const index::SuggestQuery& query, const std::vector<index::Suggestion>& suggestions,
                             double seconds);
// As browsers read them (OpenSearch Suggestions 1.1): the query, texts, what they are, links.
std::string opensearch_suggestions(const index::SuggestQuery& query, const std::vector<index::Suggestion>& suggestions);
std::string status_json(const pipeline::LiveIndex::View& view, const std::string& version);
// assets/openapi.json, for a server whose paths are below `base_path`.
std::string openapi_json(const std::string& base_path);
std::string error_json(const Error& error);

}  // namespace pith::http
