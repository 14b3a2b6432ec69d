// pith help
#include <string>
#include <vector>

#include "plugin/cli/commands.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {

void add_help(CLI::App& app, Context& context) {
  static std::vector<std::string> words;
  CLI::App* command = app.add_subcommand("help", "Show the help of a command, as its --help does");
  command->add_option("COMMAND", words, "Which: search, or cache ls; default: pith itself");
  command->callback([&app, &context] { context.exit = print_help(app, words); });
}

}  // namespace pith::cli
