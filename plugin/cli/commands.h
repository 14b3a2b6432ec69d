// The subcommands of `pith`: one file each, one line each here and in pith_main.cpp.
#pragma once

#include <CLI/CLI.hpp>

#include "plugin/terminal/context.h"

namespace pith::cli {

void add_crawl(CLI::App& app, Context& context);
void add_index(CLI::App& app, Context& context);
void add_reindex(CLI::App& app, Context& context);
void add_ingest(CLI::App& app, Context& context);
void add_search(CLI::App& app, Context& context);
void add_serve(CLI::App& app, Context& context);
void add_fold(CLI::App& app, Context& context);
void add_get(CLI::App& app, Context& context);
void add_extract(CLI::App& app, Context& context);
void add_explain(CLI::App& app, Context& context);
void add_export(CLI::App& app, Context& context);
void add_map(CLI::App& app, Context& context);
void add_records(CLI::App& app, Context& context);
void add_shuffle(CLI::App& app, Context& context);
void add_mcp(CLI::App& app, Context& context);
void add_merge(CLI::App& app, Context& context);
void add_stats(CLI::App& app, Context& context);
void add_cache(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_config(CLI::App& app, Context& context);
void add_measure(CLI::App& app, Context& context);
void add_algorithms(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);
void add_man(CLI::App& app, Context& context);
void add_help(CLI::App& app, Context& context);

}  // namespace pith::cli
