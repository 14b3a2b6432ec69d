// What to say when a search finds nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/detail/query_builder.h"
#include "indexer_adapter/detail/restriction.h"

namespace pith::index {

struct Advice {
  std::vector<std::string> hints;
  std::string suggestion;
};

// How many pages a query finds, within the restrictions or in the whole index; 0 for a query that cannot be built.
using CountPages = std::function<std::size_t(const QueryNode&, bool restricted)>;

// `tree`, parsed from `query`, found nothing within the restrictions. Suggests a word only if a search for it finds
// pages there. Throws what `count` throws.
Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const CountPages& count);

}  // namespace pith::index
