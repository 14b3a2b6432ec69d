// The commands and options of `pith` as data, read from the command line parser: what man pages and shells' completions
// are made from.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace pith::cli {

struct OptionEntry {
  std::vector<std::string> names;    // "-q", "--quiet"; for a positional argument its name, "URL"
  std::string value;                 // placeholder: "FILE"; empty: a flag
  std::vector<std::string> choices;  // all values, if only these are accepted
  std::string meaning;
};

struct CommandEntry {
  std::string name;     // "pith", "get"
  std::string path;     // "pith", "pith get", "pith cache get"
  std::string meaning;  // the first paragraph; one line, except for `pith` itself
  std::string more;     // the text below the options in its --help
  std::vector<OptionEntry> options, arguments;
  std::vector<CommandEntry> below;

  // The meaning's first line, as a phrase for lists.
  std::string summary() const { return meaning.substr(0, meaning.find('\n')); }
};

// All commands, in the order of --help. `app` is the parser's root, named "pith".
CommandEntry read_commands(const CLI::App& app);

// Calls visit(command) for the command and all below it.
template <typename Visit>
void each_command(const CommandEntry& command, Visit&& visit) {
  visit(command);
  for (const CommandEntry& below : command.below) each_command(below, visit);
}

}  // namespace pith::cli
