// An estimate of what a search will cost, for a server that has to choose what to answer first.
#pragma once

#include "indexer_adapter/query/query.h"

namespace pith::index {

// What people type is cheap: eight words, two phrases of two words, a prefix of three letters. Dozens of words, long
// phrases, wildcards near the beginning of words, similar pages, and a hundred snippets or explanations are not.
inline constexpr unsigned most_of_cheap_search = 10;

// About how many times the work of looking up one word. From the query alone: the frequency of its words is ignored. 0
// for an invalid query, which is rejected before anything is looked up. Takes as long as parse_query.
unsigned cost_of(const Query& query, const QueryLimits& limits = {});

}  // namespace pith::index
