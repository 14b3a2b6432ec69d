// pith index
#include "plugin/cli/commands.h"
#include "plugin/cli/index_display.h"
#include "plugin/terminal/interrupt.h"

namespace pith::cli {

void add_index(CLI::App& app, Context& context) {
  CLI::App* command = app.add_subcommand("index", "Extract and index what is pending in the page cache");
  command->footer("Run it at any time, twice, or after a crash: the result is the same.");
  command->callback([&context] {
    const auto config = context.load();
    if (!config) return context.fail(config.error());
    const InterruptScope scope;
    index_with_display(context, *config);
  });
}

}  // namespace pith::cli
