// The output of `pith search`, for people and for programs.
#pragma once

#include "indexer_adapter/hits/searcher.h"

namespace pith::cli {

void print_hits(const index::Query& query, const index::Hits& hits);
void print_hits_json(const index::Query& query, const index::Hits& hits);

}  // namespace pith::cli
