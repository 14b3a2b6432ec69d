// What to say when a search finds nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/query/detail/query_builder.h"
#include "indexer_adapter/query/detail/restriction.h"

namespace pith::index {

struct Advice {
  std::vector<std::string> hints;
  std::string suggestion;
};

// How many pages a query finds, within the restrictions or in the whole index; 0 for a query that cannot be built.
using CountPages = std::function<std::size_t(const QueryNode&, bool restricted)>;

// Whether a page has what the leaf, which is of no field, looks for outside its main content, where plain words are not
// searched.
bool is_in_template(QueryNode leaf, const CountPages& count);

// Whether a query finds pages within the restrictions.
using FindsPages = std::function<bool(const std::string& query)>;

// `tree`, parsed from `query`, found nothing within the restrictions. The suggestion finds pages there; the hints name
// corrections only if it does not. Throws what `count` and `finds` throw.
Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const CountPages& count, const FindsPages& finds);

}  // namespace pith::index
