// The web page: works without JavaScript, with a form and links; search.js only adds keys and suggestions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "indexer_adapter/hits/searcher.h"
#include "plugin/serve/examples.h"

namespace pith::http {

struct SearchPage {
  index::Query query = {};
  std::optional<index::Hits> hits = {};             // with facets; none: no query, or a problem
  std::vector<index::Suggestion> suggestions = {};  // if there are no hits
  double seconds = 0;
  std::string problem = {};            // text for people; empty: none
  std::size_t pages = 0;               // in the index
  std::vector<Example> examples = {};  // for the start page
  std::string version = {};
  bool explains = false;  // whether /explain exists
};

std::string search_page(const SearchPage& page);

}  // namespace pith::http
