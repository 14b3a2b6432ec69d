// The page cache of the configuration, for commands that look into it.
#pragma once

#include <optional>

#include "crawler_adapter/cache_ledger.h"
#include "plugin/app/cli/commands.h"

namespace pith::cli {

// Read-only where the cache cannot be written to. Nothing after the error was reported.
std::optional<crawl::CacheLedger> open_cache(Context& context);

}  // namespace pith::cli
