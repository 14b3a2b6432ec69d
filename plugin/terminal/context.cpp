#include "plugin/terminal/context.h"

#include <fmt/format.h>

#include <cerrno>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>

#include "core/dom/parse.h"
#include "core/system/write_file.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

// As in the YAML file, where they only mark the text.
std::string without_quotes(const std::string& value) {
  const bool quoted = value.size() >= 2 && value.front() == value.back() && (value[0] == '"' || value[0] == '\'');
  return quoted ? value.substr(1, value.size() - 2) : value;
}

// The reader gets all of the output, or learns that it is incomplete: a disk may be full.
int with_output_written(int code) {
  std::cout.flush();  // CLI11's
  std::fflush(stdout);
  if ((!std::ferror(stdout) && std::cout) || code == Exit::failed) return code;
  print_error(cannot_be_written("standard output", errno).message);
  return Exit::failed;
}

}  // namespace

Result<config::Config> Context::load() const {
  auto config = config::open(config_file);
  if (!config) return config.error();
  for (const std::string& setting : settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos)
      return Error{"usage", "--set " + setting + ": expected key=value, for example --set siblings.n=8"};
    const std::string value = without_quotes(setting.substr(equals + 1));
    if (auto error = config->set(setting.substr(0, equals), value, "command line")) return *error;
  }
  return config;
}

void Context::fail(const Error& error) {
  print_error(error.message);
  exit = Exit::failed;
}

void add_common_options(CLI::App& app, Context& context) {
  app.require_subcommand(1);
  app.fallthrough();  // accept options of the program after the subcommand too
  app.set_version_flag("--version", fmt::format("pith {} (parser: {})", PITH_VERSION, parser_name()));
  app.add_flag("--json", context.json, "Print JSON, for programs");
  app.add_flag("-q,--quiet", context.quiet, "No progress display");
}

void add_configuration_options(CLI::App& app, Context& context) {
  app.add_option("--config", context.config_file, "Configuration file (YAML)")->type_name("FILE");
  app.add_option("--set", context.settings, "Set one configuration key, as key=value; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

int run(CLI::App& app, Context& context, int argc, char** argv) {
  std::setlocale(LC_CTYPE, "C.UTF-8");
  std::signal(SIGXFSZ, SIG_IGN);  // a file at the limit (ulimit -f) is a write that fails, with a message
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return with_output_written(explain_usage(app, error));
  } catch (const std::exception& error) {
    print_error((std::ferror(stdout) ? "standard output: " : "internal error: ") + std::string(error.what()));
    return Exit::failed;
  }
  return with_output_written(context.exit);
}

}  // namespace pith::cli
