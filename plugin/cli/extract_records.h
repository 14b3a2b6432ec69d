// `pith extract --records`: a record in, its document out, for programs that keep one process open.
#pragma once

#include <string>

#include "config/load.h"
#include "plugin/terminal/context.h"

namespace pith::cli {

// Reads JSON lines as `pith ingest` does from standard input, and writes for each a line with what
// `pith extract --format json` prints, or {"url", "error": {"code", "message"}}, flushed before the next is waited for.
// Each page by itself, or as part of the site whose model is in `models` (as `pith map --learn` writes them; empty:
// none). Ends with the input.
void extract_records(Context& context, const config::Config& config, const std::string& models);

}  // namespace pith::cli
