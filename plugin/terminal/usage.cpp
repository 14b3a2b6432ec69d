#include "plugin/terminal/usage.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <string_view>
#include <system_error>
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

// The first word of the command line that Pith does not know, at the place of a command or as an option; empty: none.
std::string unknown(const CLI::App& app, bool option) {
  for (const std::string& word : app.remaining(true))
    if (word.starts_with('-') == option && word != "--") return option ? word.substr(0, word.find('=')) : word;
  return {};
}

// "1 required URL missing", as CLI11 says it.
std::string what_is_wrong(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  if (const std::string word = unknown(app, false); dynamic_cast<const CLI::ExtrasError*>(&error) && !word.empty())
    return "\"" + word + "\" is one argument too many";
  constexpr std::string_view required = " is required", missing = " missing", one = ": 1 required ";
  if (const std::size_t at = text.find(": At Most 1 required"); at != std::string::npos)
    return text.substr(0, at) + " is given more than once";
  if (dynamic_cast<const CLI::RequiredError*>(&error) && text.ends_with(required))
    return text.substr(0, text.size() - required.size()) + " is missing";
  if (const std::size_t at_one = text.find(one); at_one != std::string::npos && text.ends_with(missing))
    return text.substr(0, at_one) + " needs a value";
  return text;
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
    advice += "; a query that begins with - goes after --: pith search -- '" + option + "'";
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

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  const auto check = [low, high, range](const std::string& value) {
    std::uint64_t number = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = read.ec == std::errc() && read.ptr == value.data() + value.size();
    return whole && number >= low && number <= high ? std::string()
                                                    : "\"" + value + "\" is not a whole number from " + range;
  };
  return CLI::Validator(check, "{" + range + "}");
}

int print_help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* at = &app;
  std::string path = app.get_name();
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> below = at->get_subcommands([](const CLI::App*) { return true; });
    const auto found = std::ranges::find(below, word, [](const CLI::App* command) { return command->get_name(); });
    if (found == below.end()) return no_such_command(*at, word);
    at = *found;
    path += " " + word;
  }
  std::cout << at->get_formatter()->make_help(at, path, CLI::AppFormatMode::Normal);
  return Exit::ok;
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
    print_error(what_is_wrong(app, error) + "; see " + name_of(*at) + " --help");
  return Exit::failed;
}

}  // namespace pith::cli
