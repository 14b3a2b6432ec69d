// The web page: works without JavaScript, by a form and links; search.js only adds keys.
#pragma once

#include <optional>
#include <string>

#include "indexer_adapter/searcher.h"

namespace pith::http {

struct SearchPage {
  index::Query query = {};
  std::optional<index::Hits> hits = {};  // with facets; none: nothing was asked, or there was a problem
  double seconds = 0;
  std::string problem = {};  // for people; empty: none
  std::size_t pages = 0;     // in the index
  std::string version = {};
  bool explains = false;  // /explain exists
};

std::string search_page(const SearchPage& page);

}  // namespace pith::http
