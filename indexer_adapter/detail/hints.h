// What to say where a search found nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/detail/query_builder.h"

namespace pith::index {

struct Advice {
  std::vector<std::string> hints;
  std::string suggestion;
};

// What a search chooses pages by apart from its words.
struct Restriction {
  std::string name;   // "site"
  std::string value;  // "example.org"
  QueryNode node;     // of a field
};

// How many pages a query finds, within the restrictions or in all of the index; 0 for a query that cannot be built.
using CountPages = std::function<std::size_t(const QueryNode&, bool restricted)>;

// `tree`, read from `query`, found nothing within the restrictions. Words are only suggested if a search for them finds
// pages there. Throws what `count` does.
Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const CountPages& count);

}  // namespace pith::index
