#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "plugin/cli/commands.h"

namespace pith::cli {
namespace {

// The page of deploy/manual about each command.
constexpr auto manual_pages = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"crawl", "crawl.md"},
    {"index", "crawl.md"},
    {"reindex", "configuration.md"},
    {"ingest", "ingest.md"},
    {"search", "queries.md"},
    {"serve", "serve.md"},
    {"get", "queries.md"},
    {"extract", "extraction.md"},
    {"explain", "explain.md"},
    {"export", "export.md"},
    {"map", "map.md"},
    {"fold", "map.md"},
    {"records", "map.md"},
    {"shuffle", "map.md"},
    {"merge", "map.md"},
    {"mcp", "agents.md"},
    {"stats", "states.md"},
    {"cache", "states.md"},
    {"doctor", "damage.md"},
    {"config", "configuration.md"},
    {"measure", "measure.md"},
    {"algorithms", "extraction.md"},
    {"completion", "install.md"},
    {"man", "install.md"},
    {"help", "README.md"},
});

void name_page(CLI::App& command, std::string_view page) {
  command.footer(command.get_footer() + "\nManual: deploy/manual/" + std::string(page));
}

void name_options_of_all(CLI::App& command) {
  command.footer("Options of every command: --config FILE, --set KEY=VALUE, --json, -q (`pith --help`).\n" +
                 command.get_footer());
}

// Ends the help of each command and subcommand with its page of the manual.
void name_manual_pages(CLI::App& app) {
  for (const auto& [name, page] : manual_pages) {
    CLI::App* command = app.get_subcommand(std::string(name));
    for (CLI::App* below : command->get_subcommands({})) {
      name_options_of_all(*below);
      name_page(*below, page);
    }
    name_options_of_all(*command);
    name_page(*command, page);
  }
  name_page(app, "README.md");
}

}  // namespace
}  // namespace pith::cli

int main(int argc, char** argv) {
  using namespace pith::cli;
  Context context;
  CLI::App app{
      "Pith makes crawled pages searchable by what they say: it crawls with HTTrack, learns each site's template from\n"
      "its pages, and indexes only main content.\n\n"
      "  pith crawl URL --contact ADDRESS    crawl, extract, index\n"
      "  pith ingest a.warc.gz mirror/       the same with pages crawled before\n"
      "  pith search 'query'                 search it\n"
      "  pith serve                          the same as a web page and a JSON API\n"
      "  pith stats                          what was captured, and what became of it\n"
      "  pith extract FILE                   look at one page's main content\n"
      "  pith explain URL                    why each of its texts was kept or not\n"
      "  pith measure                        how much better searches get\n"
      "  pith doctor                         whether cache and index are intact; --repair\n"
      "  pith config init                    write a commented pith.yaml"};
  app.footer(
      "Configuration: --config FILE, else $PITH_CONFIG, else ./pith.yaml, else /etc/pith/pith.yaml, else defaults.\n"
      "Exit codes: 0 done or found, 1 nothing found, or as `pith COMMAND --help` says, 2 error, 130 interrupted.");
  add_configuration_options(app, context);
  add_common_options(app, context);

  add_crawl(app, context);
  add_index(app, context);
  add_reindex(app, context);
  add_ingest(app, context);
  add_search(app, context);
  add_serve(app, context);
  add_get(app, context);
  add_extract(app, context);
  add_explain(app, context);
  add_export(app, context);
  add_map(app, context);
  add_fold(app, context);
  add_records(app, context);
  add_shuffle(app, context);
  add_merge(app, context);
  add_mcp(app, context);
  add_stats(app, context);
  add_cache(app, context);
  add_doctor(app, context);
  add_config(app, context);
  add_measure(app, context);
  add_algorithms(app, context);
  add_completion(app, context);
  add_man(app, context);
  add_help(app, context);
  name_manual_pages(app);
  return run(app, context, argc, argv);
}
