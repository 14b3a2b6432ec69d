// The configuration's page cache, for commands that inspect it.
#pragma once

#include <optional>

#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/cli/commands.h"

namespace pith::cli {

// Read-only if the cache cannot be written to. Returns nothing after reporting an error.
std::optional<crawl::CacheLedger> open_cache(Context& context);

}  // namespace pith::cli
