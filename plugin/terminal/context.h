// What all commands share: the options before the subcommand.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/terminal/exit_codes.h"

namespace pith::cli {

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

// Adds --version, --json and --quiet to the program, which has subcommands.
void add_common_options(CLI::App& app, Context& context);
// Adds --config and --set.
void add_configuration_options(CLI::App& app, Context& context);

// Parses the command line, runs the subcommand, and returns the program's exit code. Call it once, from main().
int run(CLI::App& app, Context& context, int argc, char** argv);

}  // namespace pith::cli
