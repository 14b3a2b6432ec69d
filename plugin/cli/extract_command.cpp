// pith extract
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "core/encoding.h"
#include "core/parse.h"
#include "crawler_adapter/fetch.h"
#include "plugin/cli/commands.h"
#include "plugin/cli/terminal.h"
#include "plugin/pipeline/cached_page.h"
#include "plugin/pipeline/site_setup.h"

namespace pith::cli {
namespace {

using pipeline::PageBytes;

struct Request {
  std::string source, url, format = "text";
  std::vector<std::string> siblings;
  std::string extractor;
};

bool is_url(const std::string& text) { return text.starts_with("http://") || text.starts_with("https://"); }

Result<PageBytes> read_file(const std::string& file, const std::string& url) {
  PageBytes page;
  page.url = url;
  if (file == "-") {
    page.body.assign(std::istreambuf_iterator<char>(std::cin), {});
    return page;
  }
  std::ifstream in(file, std::ios::binary);
  if (!in) return Error{"io", file + ": cannot be read"};
  page.body.assign(std::istreambuf_iterator<char>(in), {});
  if (in.bad()) return Error{"io", file + ": cannot be read"};
  return page;
}

Result<PageBytes> fetch_page(const config::Settings& settings, const std::string& url) {
  auto fetched = crawl::fetch(url, {.user_agent = settings.crawl.user_agent,
                                    .max_bytes = static_cast<std::size_t>(settings.cache.page_max_bytes)});
  if (!fetched) return fetched.error();
  if (fetched->status < 200 || fetched->status > 299)
    return Error{"fetch", fmt::format("{}: the server answered {}", url, fetched->status)};
  if (!crawl::is_html_type(fetched->content_type))
    return Error{"fetch", fmt::format("{}: is {}, not HTML", url, fetched->content_type)};
  return PageBytes{fetched->url, fetched->charset, std::move(fetched->robots), std::move(fetched->body)};
}

Result<PageBytes> read_source(const config::Settings& settings, const std::string& source, const std::string& url) {
  return is_url(source) ? fetch_page(settings, source) : read_file(source, url);
}

// The page, and its siblings: those named, else those that the cache has of it.
Result<pipeline::PageWithSiblings> gather(const config::Config& config, const Request& request) {
  pipeline::PageWithSiblings out;
  bool cached = false;
  if (is_url(request.source)) {
    const auto url = parse_url(request.source);
    if (!url) return Error{"usage", request.source + ": not an http or https URL"};
    auto found = pipeline::load_page(config, url->str());
    if (!found) return found.error();
    cached = found->has_value();
    if (cached) out = std::move(**found);
  }
  if (!cached) {
    auto page = read_source(config.settings(), request.source, request.url);
    if (!page) return page.error();
    out.page = std::move(*page);
  }
  if (request.siblings.empty()) return out;
  out.siblings.clear();
  out.model.reset();
  for (const std::string& source : request.siblings) {
    auto sibling = read_source(config.settings(), source, "");
    if (!sibling) return sibling.error();
    out.siblings.push_back(std::move(*sibling));
  }
  return out;
}

nlohmann::ordered_json to_json(const ExtractedPage& page, const std::string& url) {
  const Metadata& m = page.metadata;
  return {{"url", url},
          {"status", name_of(page.status)},
          {"reason", page.reason},
          {"confidence", page.confidence},
          {"type", page.type ? nlohmann::ordered_json(name_of(*page.type)) : nlohmann::ordered_json()},
          {"extractor", page.extractor},
          {"marks", page.marks},
          {"siblings", page.siblings_used},
          {"page_words", page.page_words},
          {"content_words", page.content_words},
          {"metadata",
           {{"title", m.title},
            {"author", m.author},
            {"published", m.published},
            {"language", m.language},
            {"description", m.description},
            {"canonical", m.canonical},
            {"site_name", m.site_name}}},
          {"text", page.blocks.text},
          {"markdown", page.markdown},
          {"html", page.html},
          {"structure", nlohmann::ordered_json::parse(page.structure.empty() ? "[]" : page.structure, nullptr, false)},
          {"template", page.template_text}};
}

void extract(Context& context, const Request& request) {
  auto config = context.load();
  if (!config) return context.fail(config.error());
  if (!request.extractor.empty())
    if (auto error = config->set("extract.extractor", request.extractor, "command line")) return context.fail(*error);
  const auto input = gather(*config, request);
  if (!input) return context.fail(input.error());
  const auto url = parse_url(input->page.url);
  auto setup = pipeline::make_setup(config->for_host(url ? url->host : std::string()));
  if (!setup) return context.fail(setup.error());
  setup->extract.want_markdown = true;

  const auto parse = [&](const PageBytes& page) {
    return parse_html(decode_html(page.body, page.charset).text, setup->limits);
  };
  const auto key = parse(input->page);
  if (!key) return context.fail({key.error().code, request.source + ": " + key.error().message});
  std::vector<Document> documents;
  for (const PageBytes& sibling : input->siblings)
    if (auto parsed = parse(sibling)) documents.push_back(std::move(*parsed));
  std::vector<const Document*> siblings;
  for (const Document& document : documents) siblings.push_back(&document);

  const ExtractedPage page = extract_page(*key, siblings, url ? &*url : nullptr, setup->extract, input->page.robots,
                                          {input->model.get(), input->model_id});
  if (page.status == Status::skipped) context.exit = Exit::nothing;
  if (request.format == "json" || context.json) {
    fmt::print("{}\n", to_json(page, input->page.url).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  const std::string& view = request.format == "markdown" ? page.markdown
                            : request.format == "html"   ? page.html
                                                         : page.blocks.text;
  fmt::print("{}\n", request.format == "html" ? view : printable(view));
  if (context.quiet) return;
  if (!page.marks.empty()) fmt::print(stderr, "marks honoured (extract.marks): {}\n", fmt::join(page.marks, ", "));
  fmt::print(stderr, "{} ({}){}, confidence {:.2f}: {} of {} words by {}, compared with {} pages\n", name_of(page.status),
             page.reason, page.type ? fmt::format(", {}", name_of(*page.type)) : "", page.confidence, page.content_words, page.page_words, page.extractor, page.siblings_used);
}

}  // namespace

void add_extract(CLI::App& app, Context& context) {
  static Request request;
  CLI::App* command = app.add_subcommand("extract", "Print a page's main content");
  command->add_option("PAGE", request.source, "A file, - for standard input, or a URL (from the cache if it is there)")
      ->required();
  command->add_option("--siblings", request.siblings, "Other pages of the same site to compare with: files or URLs");
  command->add_option("--url", request.url, "Where the file came from: relative links resolve against it");
  command->add_option("--extractor", request.extractor, "Which algorithm; the default is the configuration's");
  command->add_option("--format", request.format, "How to print")
      ->check(CLI::IsMember({"text", "markdown", "html", "json"}))
      ->capture_default_str();
  command->footer("What was decided, and how surely, goes to standard error; --quiet leaves it out.\n"
                  "Exit code 1: the page has no text, or asks not to be indexed.");
  command->callback([&context] { extract(context, request); });
}

}  // namespace pith::cli
