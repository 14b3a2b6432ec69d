// The indexing display, shared by all commands that index.
#pragma once

#include <optional>

#include "plugin/cli/commands.h"
#include "plugin/index/index_run.h"
#include "plugin/terminal/progress.h"

namespace pith::cli {

// Runs the indexer with a progress line and prints what it did. Returns nothing after an error, which it reports
// through the context.
std::optional<pipeline::IndexSummary> index_with_display(Context& context, const config::Config& config,
                                                         const pipeline::IndexScope& scope = {});

// The end of a command that captured: names the next one. `indexed`: what became of the pages; nullopt: nothing yet.
void print_next(const std::optional<pipeline::IndexSummary>& indexed);

}  // namespace pith::cli
