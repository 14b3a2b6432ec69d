// Pages similar to a page: its most characteristic words as a query.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/query/detail/query_builder.h"

namespace pith::index {

inline constexpr std::size_t max_like_words = 25;

// The words of the page's title and stored content that are frequent in it and rare in the index (tf-idf, tf damped).
// A page must have three in ten of them; the page itself is excluded. Error query_like: the index does not have the
// page, stores none of its words, or it shares no words with any other.
Result<QueryNode> like_query(std::string_view url, const QueryContext& context);

}  // namespace pith::index
