// The subcommands of `pith`: one file each, one line each here and in main.cpp.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"

namespace pith::cli {

// Exit codes, the same for all commands (as for grep): 0 done or found, 1 nothing found (doctor: something is damaged),
// 2 an error, 130 interrupted.
enum Exit : int { ok = 0, nothing = 1, failed = 2, interrupted = 130 };

// Shared by all commands. Commands set `exit`.
struct Context {
  std::string config_file;            // --config
  std::vector<std::string> settings;  // --set key=value
  bool json = false;                  // --json
  bool quiet = false;                 // --quiet: no progress
  int exit = Exit::ok;

  // The configuration with --set applied.
  Result<config::Config> load() const;
  // Prints "pith: message" to standard error and sets the exit code.
  void fail(const Error& error);
};

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
void add_merge(CLI::App& app, Context& context);
void add_stats(CLI::App& app, Context& context);
void add_cache(CLI::App& app, Context& context);
void add_doctor(CLI::App& app, Context& context);
void add_config(CLI::App& app, Context& context);
void add_eval(CLI::App& app, Context& context);
void add_measure(CLI::App& app, Context& context);
void add_algorithms(CLI::App& app, Context& context);
void add_completion(CLI::App& app, Context& context);
void add_man(CLI::App& app, Context& context);

}  // namespace pith::cli
