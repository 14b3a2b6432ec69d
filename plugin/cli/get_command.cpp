// pith get
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <vector>

#include "core/text/mistyped_url.h"
#include "core/text/shell_word.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_state.h"
#include "indexer_adapter/hits/searcher.h"
#include "plugin/capture/options.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/open_index.h"
#include "plugin/search/stored_view.h"
#include "plugin/site/other_spellings.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

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

// What is known of a page that the index does not have.
std::string why_missing(const config::Config& config, const index::Searcher& searcher, const Url& url) {
  for (const std::string& other : pipeline::other_spellings(url))
    if (const auto page = searcher.document(other); page && *page) return ", but this is: " + other;
  crawl::CacheOptions options = capture::cache_options(config.settings());
  options.read_only = true;
  if (auto cache = crawl::CacheLedger::open_existing(options))
    if (const auto page = cache->find(url.str()); page && *page) {
      if (!(*page)->redirect_to.empty()) return ": it redirects to " + (*page)->redirect_to;
      if (!(*page)->folded_into.empty())
        return ": it has the same content as " + (*page)->folded_into + " (" + (*page)->reason.name() + ")";
      if ((*page)->state == crawl::PageState::skipped) return ": it was skipped (" + (*page)->reason.name() + ")";
      if ((*page)->state == crawl::PageState::pending) return " yet: `pith index` extracts and indexes it";
    }
  const std::string address = url.str();
  return "; `pith search " + shell_word("url:" + escaped(address.substr(0, address.rfind('/') + 1)) + "*") +
         "` finds its neighbours, `pith cache ls` says what became of each page";
}

void get(Context& context, const std::string& text, const std::string& format, bool front_matter) {
  if (front_matter && (context.json || format != "markdown"))
    return context.fail({"usage", "--front-matter: needs --format markdown"});
  const auto config = context.load();
  if (!config) return context.fail(config.error());
  const auto url = parse_typed_url(text);
  if (!url)
    return context.fail({"usage", text + ": not an http or https URL; write it in full, as http://example.org/"});
  const auto searcher = open_index(config->settings());
  if (!searcher) return context.fail(searcher.error());
  const auto page = searcher->document(url->str());
  if (!page) return context.fail(page.error());
  if (!*page) {
    print_error(url->str() + ": is not in the index" + why_missing(*config, *searcher, *url));
    context.exit = Exit::nothing;
    return;
  }
  const bool json = context.json || format == "json";
  const auto view = pipeline::stored_view(**page, json ? "json" : format, front_matter);
  if (!view) return context.fail(error_at(url->str(), view.error()));
  fmt::print("{}\n", json || format == "html" ? *view : printable(*view));
}

}  // namespace

void add_get(CLI::App& app, Context& context) {
  static std::string url, format = "text";
  static bool front_matter = false;
  CLI::App* command = app.add_subcommand("get", "Print a page from the index alone");
  command->add_option("URL", url, "The page, as `pith search` prints it")->required();
  command->add_option("--format", format, "Output format")
      ->check(one_of(std::vector<std::string>(pipeline::view_formats.begin(), pipeline::view_formats.end())))
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
