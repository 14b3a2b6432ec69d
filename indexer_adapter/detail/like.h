// Pages like a page: its most telling words as a query.
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/detail/query_builder.h"

namespace pith::index {

inline constexpr std::size_t max_like_words = 25;

// The words of the page's title and stored content that are frequent in it and rare in the index (tf-idf, tf damped),
// of which a page must have three in ten; the page itself is left out. Error code query_like: the index does not have
// the page, shows nothing of it, or it has no words in common with any other.
Result<QueryNode> like_query(std::string_view url, const QueryContext& context);

}  // namespace pith::index
