#include "plugin/terminal/usage.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "config/schema.h"
#include "core/extract/registry.h"
#include "plugin/terminal/exit_codes.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

std::string nearest(const std::string& name, const std::vector<std::string>& names) {
  return std::string(nearest_name(name, std::vector<std::string_view>(names.begin(), names.end())));
}

std::string name_of(const CLI::App& command) {
  const CLI::App* const parent = command.get_parent();
  return parent ? name_of(*parent) + " " + command.get_name() : "pith";
}

std::vector<std::string> commands_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  return names;
}

// With those of the commands above, which may follow it.
std::vector<std::string> options_of(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* at = &app; at; at = at->get_parent())
    for (const CLI::Option* option : at->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

// What the command line has at the place of a command, or as an option, and Pith does not know; empty: nothing.
std::string unknown(const CLI::App& app, bool option) {
  for (const std::string& word : app.remaining(true))
    if (word.starts_with('-') == option && word != "--") return word.substr(0, word.find('='));
  return {};
}

int no_such_command(const CLI::App& at, const std::string& word) {
  const std::string near = nearest(word, commands_of(at));
  print_error("\"" + word + "\": no such command of " + name_of(at) +
              (near.empty() ? "; --help lists them" : "; did you mean \"" + near + "\"?"));
  return Exit::failed;
}

// The key of the configuration with this name: of the command's section, or the only one. Empty: none.
std::string key_named(std::string name, const std::string& command) {
  std::ranges::replace(name, '-', '_');
  if (const config::Key* const own = config::find_key(command + "." + name)) return std::string(own->path);
  std::vector<std::string_view> found;
  for (const config::Key& key : config::keys())
    if (key.path.ends_with("." + name)) found.push_back(key.path);
  return found.size() == 1 ? std::string(found.front()) : std::string();
}

int no_such_option(const CLI::App& at, const std::string& option) {
  const std::string near = option.starts_with("--") ? nearest(option, options_of(at)) : std::string();
  const std::string bare = option.substr(std::min(option.find_first_not_of('-'), option.size()));
  const std::vector<std::string> commands = commands_of(at);
  std::string advice = name_of(at) + " --help lists them";
  if (std::ranges::find(commands, bare) != commands.end())
    advice = "there is a command: " + name_of(at) + " " + bare;
  else if (!near.empty())
    advice = "did you mean " + near + "?";
  else if (const std::string key = key_named(bare, at.get_name()); !key.empty())
    advice = "--set " + key + "=VALUE sets that";
  else if (at.get_name() == "search")
    advice = "put the query in quotes, and -- before one that begins with -: pith search -- '-ftp proxy'";
  print_error(option + ": no such option of " + name_of(at) + "; " + advice);
  return Exit::failed;
}

}  // namespace

CLI::Validator one_of(std::vector<std::string> names) {
  const std::string list = CLI::detail::join(names, ",");
  const auto check = [names = std::move(names)](const std::string& value) {
    if (std::ranges::find(names, value) != names.end()) return std::string();
    const std::string near = nearest(value, names);
    return "\"" + value + "\" is not one of " + CLI::detail::join(names, ", ") +
           (near.empty() ? "" : "; did you mean " + near + "?");
  };
  return CLI::Validator(check, "{" + list + "}");
}

int explain_usage(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) return app.exit(error);
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  const bool needs_command = dynamic_cast<const CLI::RequiredError*>(&error) && !commands_of(*at).empty();
  if (const std::string word = unknown(app, false); needs_command && !word.empty()) return no_such_command(*at, word);
  const std::string option = unknown(app, true);
  if (!option.empty() && (needs_command || dynamic_cast<const CLI::ExtrasError*>(&error)))
    return no_such_option(*at, option);
  if (needs_command)
    print_error("a command is missing; " + name_of(*at) + " --help lists them");
  else
    print_error(std::string(error.what()) + "; see " + name_of(*at) + " --help");
  return Exit::failed;
}

}  // namespace pith::cli
