// The configuration's index, for commands that read it.
#pragma once

#include "config/config.h"
#include "core/base/result.h"
#include "indexer_adapter/hits/searcher.h"

namespace pith::cli {

// Errors: those of index_searcher_options and Searcher::open. If there is no index, the message names the commands that
// create one.
Result<index::Searcher> open_index(const config::Settings& settings);

}  // namespace pith::cli
