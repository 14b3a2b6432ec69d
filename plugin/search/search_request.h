// What a reader asks for: from a URL's parameters to the searcher's query.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/hits/searcher.h"

namespace pith::pipeline {

using Parameters = std::multimap<std::string, std::string>;

inline Error wrong_parameter(std::string_view name, const std::string& why) {
  return wrong_request("bad_parameter", std::string(name) + ": " + why);
}

inline constexpr std::size_t hits_per_page = 10, max_limit = 100;

// For the API: q, site, lang, field, after, before, like, templates, sort, facets, explain, limit, offset. An empty one
// counts as absent. Error "bad_parameter": unknown, repeated, or with an invalid value.
Result<index::Query> api_query(const Parameters& parameters);

// For the web page: q, site, lang, after, before, like, templates, sort, page. Others are ignored.
Result<index::Query> page_query(const Parameters& parameters);

// A request for a page: url, and if there are formats, format, by default the first. Errors as above.
struct PageRequest {
  std::string url, format;
};
Result<PageRequest> page_request(const Parameters& parameters, std::span<const std::string_view> formats = {});

// For suggestions: q, site, limit, format. Errors as above.
struct SuggestRequest {
  index::SuggestQuery query;
  bool opensearch = false;  // as browsers read them
};
Result<SuggestRequest> suggest_request(const Parameters& parameters);

// Whether there is anything to search for.
bool asks(const index::Query& query);

// The page with this search, from the page itself: "./?q=virtual%20host&page=2". Defaults are left out.
std::string page_url(const index::Query& query);

}  // namespace pith::pipeline
