// pith config init | check | show
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "config/locate.h"
#include "config/write.h"
#include "core/system/write_file.h"
#include "plugin/cli/commands.h"
#include "plugin/search/search_rules.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

void init(Context& context, const std::string& file, bool all, bool force) {
  if (!force && std::filesystem::exists(file))
    return context.fail({"exists", file + " exists; add --force to replace it, or name another file"});
  if (const auto error = write_file(file, all ? config::commented_template() : config::starter_template()))
    return context.fail(*error);
  fmt::print("wrote {}: {} with their meanings and defaults, commented out\n", file,
             all ? "all keys" : "the keys that most people set (--all writes all)");
  fmt::print("next: edit it, then `pith config check {}`\n", file);
  if (const std::string other = config::Places::environment_variable(); !other.empty())
    fmt::print("$PITH_CONFIG names {}, which all commands read instead, until you unset it\n", printable(other));
}

// What is wrong, a line each: with the file, or with those that it names.
std::string problems_of(const Result<config::Config>& config) {
  if (!config) return config.error().message;
  const auto rules = pipeline::SearchRules::open(*config);
  return rules ? std::string() : rules.error().message;
}

void check(Context& context, const std::string& file) {
  if (!file.empty()) context.config_file = file;
  const auto config = context.load();
  const std::string wrong = problems_of(config);
  if (!wrong.empty()) context.exit = Exit::failed;
  if (context.json) {
    nlohmann::ordered_json problems = nlohmann::ordered_json::array();
    std::istringstream lines(wrong);
    for (std::string line; std::getline(lines, line);) problems.push_back(line);
    const std::string checked = config ? config->file() : context.config_file;
    const nlohmann::ordered_json out = {{"file", checked}, {"ok", wrong.empty()}, {"problems", problems}};
    fmt::print("{}\n", out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  if (!wrong.empty()) {
    // One problem per line, in the form that editors jump to; no prefix.
    fmt::print(stderr, "{}\n", printable(wrong));
    return;
  }
  fmt::print("{}: ok\n", config->file().empty() ? "no configuration file, defaults" : config->file());
}

void show(Context& context) {
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  fmt::print("{}\n", context.json ? config::show_json(*config) : config::show(*config));
}

}  // namespace

void add_config(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("config", "Write, check or show the configuration");
  command->require_subcommand(1);

  static std::string init_file = "pith.yaml", check_file;
  static bool all = false, minimal = false, force = false;
  CLI::App* init_command = command->add_subcommand("init", "Write a commented configuration file");
  init_command->add_option("FILE", init_file, "The file to write")->capture_default_str();
  init_command->add_flag("--minimal", minimal, "Only the keys that most people set (default)");
  init_command->add_flag("--all", all, "Every key")->excludes("--minimal");
  init_command->add_flag("--force", force, "Replace an existing file");
  init_command->callback([&context] { init(context, init_file, all, force); });

  CLI::App* check_command = command->add_subcommand("check", "Say what is wrong with a configuration file, and where");
  check_command->add_option("FILE", check_file, "The file; default: the one in use");
  check_command->callback([&context] { check(context, check_file); });

  CLI::App* show_command =
      command->add_subcommand("show", "Print the effective configuration with the origin of each value");
  show_command->callback([&context] { show(context); });
}

}  // namespace pith::cli
