// What to say where a search found nothing.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/query_builder.h"

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

// `tree` found nothing within the restrictions. `count` tells how many pages a query finds, with or without them.
Advice advise(const QueryNode& tree, std::string_view query, const std::vector<Restriction>& restrictions,
              const QueryContext& context, const std::function<std::size_t(const QueryNode&, bool restricted)>& count);

}  // namespace pith::index
