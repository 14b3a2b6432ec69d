// pith completion, pith man
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <vector>

#include "config/schema.h"
#include "core/system/write_file.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/completions.h"
#include "plugin/cli/man_page.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

std::vector<std::string> key_names() {
  std::vector<std::string> names;
  for (const config::Key& key : config::keys()) names.emplace_back(key.path);
  return names;
}

void write_pages(Context& context, const CommandEntry& root, const std::string& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  const auto write = [&](const CommandEntry& command) {
    const std::string file = (std::filesystem::path(directory) / man_file(command)).string();
    if (const auto error = write_file(file, man_page(root, command, PITH_VERSION))) context.fail(*error);
  };
  write(root);
  for (const CommandEntry& command : root.below) write(command);
}

void man(Context& context, const CLI::App& app, const std::string& name, const std::string& directory) {
  const CommandEntry root = read_commands(app);
  if (!directory.empty()) return write_pages(context, root, directory);
  if (name.empty()) return fmt::print("{}", man_page(root, root, PITH_VERSION));
  for (const CommandEntry& command : root.below)
    if (command.name == name) return fmt::print("{}", man_page(root, command, PITH_VERSION));
  context.fail({"usage", "\"" + name + "\": no such command; pith --help lists them"});
}

}  // namespace

void add_completion(CLI::App& app, Context&) {
  static std::string shell;
  CLI::App* command = app.add_subcommand("completion", "Print the completions for a shell");
  command->add_option("SHELL", shell, "The shell")
      ->check(one_of(std::vector<std::string>(shells.begin(), shells.end())))
      ->required();
  command->footer(
      "  bash: pith completion bash > ~/.local/share/bash-completion/completions/pith\n"
      "  zsh:  pith completion zsh > ~/.zfunc/_pith       (a directory in $fpath)\n"
      "  fish: pith completion fish > ~/.config/fish/completions/pith.fish\n"
      "The Debian package installs them.");
  command->callback([&app] { fmt::print("{}", completions(shell, read_commands(app), key_names())); });
}

void add_man(CLI::App& app, Context& context) {
  static std::string name, directory;
  CLI::App* command = app.add_subcommand("man", "Print a command's man page");
  command->add_option("COMMAND", name, "The command; without it, the page of pith itself");
  command->add_option("--output", directory, "Write the pages of all commands into this directory")->type_name("DIR");
  command->footer("  pith man search | man -l -");
  command->callback([&app, &context] { man(context, app, name, directory); });
}

}  // namespace pith::cli
