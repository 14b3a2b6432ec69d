#include "plugin/cli/command_table.h"

#include <algorithm>

namespace pith::cli {
namespace {

// CLI11 writes choices into the type's name: "TEXT:{text,markdown}".
void read_type(const std::string& type, OptionEntry& entry) {
  const std::size_t brace = type.find('{');
  entry.value = type.substr(0, std::min(type.find(':'), brace));
  if (brace == type.npos || !type.ends_with('}')) return;
  const std::string list = type.substr(brace + 1, type.size() - brace - 2);
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    entry.choices.push_back(list.substr(begin, end - begin));
    begin = end + 1;
  }
}

OptionEntry read_option(const CLI::Option& option) {
  OptionEntry entry;
  entry.meaning = option.get_description();
  if (option.get_positional()) {
    entry.names.push_back(option.get_name(true));
  } else {
    for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), entry);
  return entry;
}

CommandEntry read_command(const CLI::App& app, const std::string& above) {
  CommandEntry command;
  command.name = above.empty() ? "pith" : app.get_name();
  command.path = above.empty() ? "pith" : above + " " + app.get_name();
  command.meaning = app.get_description();
  command.more = app.get_footer();
  for (const CLI::Option* option : app.get_options({}))
    (option->get_positional() ? command.arguments : command.options).push_back(read_option(*option));
  for (const CLI::App* below : app.get_subcommands({})) command.below.push_back(read_command(*below, command.path));
  return command;
}

}  // namespace

CommandEntry read_commands(const CLI::App& app) { return read_command(app, {}); }

}  // namespace pith::cli
