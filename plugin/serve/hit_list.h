// The hits of a page of results, as HTML.
#pragma once

#include <string>
#include <string_view>

#include "indexer_adapter/hits/searcher.h"
#include "plugin/serve/html.h"

namespace pith::http {

// The list begins at the query's offset. `explains`: with links to /explain.
Html hit_list(const index::Query& query, const index::Hits& hits, bool explains);

// The line of a template that answers, to stand above the hits.
Html template_line(const index::TemplateLine& line);

// "12,345"
std::string grouped(std::size_t number);

}  // namespace pith::http
