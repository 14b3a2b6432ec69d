// pith get
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/url.h"
#include "indexer_adapter/searcher.h"
#include "plugin/app/cli/commands.h"
#include "plugin/app/cli/terminal.h"
#include "plugin/app/pipeline/index_options.h"
#include "plugin/app/pipeline/stored_view.h"

namespace pith::cli {
namespace {

// As a word of a query, between the shell's single quotes.
std::string escaped(const std::string& url) {
  std::string out;
  for (const char c : url) {
    if (std::string_view("\\\"()[]{}^~*?!").find(c) != std::string_view::npos) out += '\\';
    out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return out;
}

void get(Context& context, const std::string& text, const std::string& format, bool front_matter) {
  if (front_matter && (context.json || format != "markdown"))
    return context.fail({"usage", "--front-matter: needs --format markdown"});
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto url = parse_url(text);
  if (!url) return context.fail({"usage", text + ": not an http or https URL"});
  const auto options = pipeline::index_searcher_options(config->settings());
  if (!options) return context.fail(options.error());
  const auto searcher = index::Searcher::open(config->settings().index.path, *options);
  if (!searcher) return context.fail(searcher.error());
  const auto page = searcher->document(url->str());
  if (!page) return context.fail(page.error());
  if (!*page) {
    print_error(url->str() + ": is not in the index; `pith search 'url:" + escaped(url->str()) +
                "*'` finds those below it, `pith cache ls` says what became of each page");
    context.exit = Exit::nothing;
    return;
  }
  const bool json = context.json || format == "json";
  const auto view = pipeline::stored_view(**page, json ? "json" : format, front_matter);
  if (!view) return context.fail({view.error().code, url->str() + ": " + view.error().message});
  fmt::print("{}\n", json || format == "html" ? *view : printable(*view));
}

}  // namespace

void add_get(CLI::App& app, Context& context) {
  static std::string url, format = "text";
  static bool front_matter = false;
  CLI::App* command = app.add_subcommand("get", "Print a page from the index alone");
  command->add_option("URL", url, "The page, as `pith search` prints it")->required();
  command->add_option("--format", format, "Output format")
      ->check(CLI::IsMember(std::vector<std::string>(pipeline::view_formats.begin(), pipeline::view_formats.end())))
      ->capture_default_str();
  command->add_flag(
      "--front-matter", front_matter,
      "With --format markdown: begin with title, URL, author, date and so on as YAML, not with the title");
  command->footer(
      "Needs no page cache: text, Markdown, HTML and structure are stored in the index.\n"
      "`pith cache get URL` prints the page as received.\n"
      "Exit code 1: the index does not have the page.");
  command->callback([&context] { get(context, url, format, front_matter); });
}

}  // namespace pith::cli
