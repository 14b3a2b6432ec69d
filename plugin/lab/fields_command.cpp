#include "plugin/lab/fields_command.h"

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/text/number.h"
#include "plugin/lab/evaluation.h"
#include "plugin/lab/fields.h"
#include "plugin/lab/page_set.h"
#include "plugin/terminal/interrupt.h"
#include "plugin/terminal/progress.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

struct FieldRequest {
  std::vector<std::string> directories;
  std::size_t worst = 0;
  unsigned threads = 0;
  bool markdown = false;
};

void measure_fields(Context& context, const FieldRequest& request) {
  const auto sets = eval::find_page_sets(request.directories);
  if (!sets) return context.fail(sets.error());
  const InterruptScope interrupt;
  Progress progress(context.quiet);
  progress.begin(counted(sets->size(), "set"));
  eval::FieldOptions options;
  options.threads = request.threads;
  options.stop = &interrupt_flag();
  options.progress = [&](std::size_t done, std::size_t total) {
    progress.show(static_cast<std::int64_t>(done), static_cast<std::int64_t>(total), "");
  };
  const auto fields = eval::read_fields(*sets, options);
  progress.finish();
  if (!fields) {
    context.fail(fields.error());
    if (fields.error().code == eval::interrupted_code) context.exit = Exit::interrupted;
    return;
  }
  if (context.json) return fmt::print("{}\n", eval::fields_json(*fields).dump(2));
  for (const eval::Table& table : eval::field_tables(*fields, request.worst))
    fmt::print("{}", request.markdown ? eval::to_markdown(table) : printable(eval::to_text(table)));
}

}  // namespace

void add_fields(CLI::App& app, Context& context) {
  static FieldRequest request;
  CLI::App* command = app.add_subcommand("fields", "Measure titles, dates and authors of documents on labelled pages");
  command
      ->add_option("DIR", request.directories,
                   "Sets of labelled pages: folders with manifest.jsonl, html/, gold/; or a folder of such folders")
      ->required();
  command->add_option("--worst", request.worst, "List this many wrong titles and dates of each kind per set")
      ->capture_default_str();
  command->add_option("--threads", request.threads, "0: one per processor")
      ->check(CLI::Range(0, 256))
      ->capture_default_str();
  command->add_flag("--markdown", request.markdown, "Print Markdown");
  command->footer(
      "Each page is extracted with its site, as pith index does. Set `title` in the manifest to judge titles.\n"
      "  pith-lab fields labelled/wcxb --worst 20");
  command->callback([&context] { measure_fields(context, request); });
}

}  // namespace pith::cli
