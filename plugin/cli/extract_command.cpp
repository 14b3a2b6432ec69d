// pith extract
#include <fmt/format.h>

#include <string>
#include <vector>

#include "core/render/render.h"
#include "core/text/number.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/extract_records.h"
#include "plugin/cli/page_source.h"
#include "plugin/search/extracted_view.h"
#include "plugin/search/front_matter.h"
#include "plugin/site/page_clock.h"
#include "plugin/terminal/terminal.h"
#include "plugin/terminal/usage.h"

namespace pith::cli {
namespace {

struct Request {
  PageSource page;
  std::string format = "text", extractor;
  bool front_matter = false, records = false;
  std::string models;  // a directory; empty: none
};

std::string markdown_of(const ExtractedPage& page, const std::string& url, bool front_matter) {
  const Metadata& m = page.metadata;
  if (!front_matter) return with_title(page.markdown, m.title, page.blocks);
  return pipeline::front_matter({{"title", m.title},
                                 {"url", url},
                                 {"author", m.author},
                                 {"published", m.published},
                                 {"modified", m.modified},
                                 {"tags", m.tags},
                                 {"categories", m.categories},
                                 {"image", m.image},
                                 {"licence", m.licence},
                                 {"lang", m.language},
                                 {"type", page.type ? std::string(name_of(*page.type)) : std::string()},
                                 {"description", m.description}}) +
         page.markdown;
}

void extract(Context& context, const Request& request) {
  if (request.records && request.page.source != "-")
    return context.fail({"usage", "--records: reads standard input: pith extract --records -"});
  if (request.front_matter && (context.json || request.format != "markdown"))
    return context.fail({"usage", "--front-matter: needs --format markdown"});
  auto config = context.load();
  if (!config) return context.fail(config.error());
  if (!request.extractor.empty())
    if (auto error = config->set("extract.extractor", request.extractor, "command line")) return context.fail(*error);
  if (request.records) return extract_records(context, *config, request.models);
  const auto loaded = read_page(*config, request.page, pipeline::CacheAccess::bring_up_to_date, Fetch::if_not_cached);
  if (!loaded) return fail_of_page(context, loaded.error());
  ExtractOptions options = loaded->setup->extract;
  options.want_markdown = true;
  const auto url = parse_url(loaded->url);
  const std::vector<const Document*> siblings = loaded->compared.sibling_pointers();
  pipeline::PageClock clock(loaded->setup->limits.max_seconds);
  KeyPage key = pipeline::key_page(*loaded, siblings, url ? &*url : nullptr);
  key.stop = &clock;
  const ExtractedPage page = extract_page(key, options);
  const bool is_answer = !loaded->left_out.starts_with("http_");
  if (page.status == Status::skipped || !is_answer) context.exit = Exit::nothing;
  if (request.format == "json" || context.json) {
    fmt::print("{}\n", pipeline::extracted_json(page, loaded->url));
    return;
  }
  const std::string view = request.format == "markdown" ? markdown_of(page, loaded->url, request.front_matter)
                           : request.format == "html"   ? page.html
                                                        : page.blocks.text;
  fmt::print("{}\n", request.format == "html" ? view : printable(view));
  if (context.quiet) return;
  print_redirect(request.page, loaded->url);
  if (!loaded->left_out.empty())
    fmt::print(stderr, "left out of the index: {}; this is what its text alone gives\n", one_line(loaded->left_out));
  if (!page.marks.empty()) fmt::print(stderr, "marks honoured (extract.marks): {}\n", fmt::join(page.marks, ", "));
  fmt::print(stderr, "{} ({}){}, confidence {:.2f}: {} of {} by {}, compared with {}\n", name_of(page.status),
             page.reason, page.type ? fmt::format(", {}", name_of(*page.type)) : "", page.confidence,
             page.content_words, counted(page.page_words, "word"), page.extractor, counted(page.siblings_used, "page"));
}

}  // namespace

void add_extract(CLI::App& app, Context& context) {
  static Request request;
  CLI::App* command = app.add_subcommand("extract", "Print a page's main content");
  add_page_source(*command, request.page);
  command->add_option("--extractor", request.extractor, "The algorithm; default: the configuration's");
  command->add_option("--format", request.format, "Output format")
      ->check(one_of({"text", "markdown", "html", "json"}))
      ->capture_default_str();
  command->add_flag(
      "--front-matter", request.front_matter,
      "With --format markdown: begin with title, URL, author, date and so on as YAML, not with the title");
  auto* records = command->add_flag(
      "--records", request.records,
      "PAGE is - and has JSON lines, as of `pith ingest`: for each, writes a line of --format json at once");
  command->add_option("--models", request.models, "With --records: models of sites, as `pith map --learn` writes them")
      ->type_name("DIR")
      ->needs(records);
  command->footer(
      "The decision and its confidence go to standard error; --quiet suppresses them.\n"
      "Exit code 1: the page has no text, asks not to be indexed, is no HTML, or is an answer such as 404 in the "
      "cache.\n"
      "With --records, one process serves a program in any language: each line is answered before the next is read, "
      "with\n"
      "{\"url\": ..., \"error\": {\"code\", \"message\"}} where there is no page.\n"
      "  pith extract --records --models models/ - < records.jsonl");
  command->callback([&context] { extract(context, request); });
}

}  // namespace pith::cli
