// What a search costs, told before it is made: for a server that has to choose what to answer first.
#pragma once

#include "indexer_adapter/query.h"

namespace pith::index {

// What people type is cheap: eight words, two phrases of two, a prefix of three letters. Dozens of words, long phrases,
// wildcards near the beginning of words, pages alike, a hundred snippets or explanations are not.
inline constexpr unsigned most_of_cheap_search = 10;

// About how many times as much work as looking up one word. By the query alone: how often its words occur is not asked.
// 0 for what is no query, which is refused before anything is looked up. Takes the time of parse_query.
unsigned cost_of(const Query& query, const QueryLimits& limits = {});

}  // namespace pith::index
