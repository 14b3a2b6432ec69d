// Why a hit has its score (Query::explain).
#pragma once

#include "indexer_adapter/hits/detail/hit_collector.h"
#include "indexer_adapter/hits/detail/page_boosts.h"
#include "indexer_adapter/hits/detail/title_match.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/detail/query_builder.h"

namespace pith::index {

// `query` and `titles` found it. Throws what Lucene++ throws.
Explanation explain_score(const FoundDocument& found, const BuiltQuery& query, const TitleMatch& titles,
                          const IndexView& view, const PageBoosts& boosts);

}  // namespace pith::index
