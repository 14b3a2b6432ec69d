#include "plugin/cli/page_source.h"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>

#include "core/text/url.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/fetch/fetch.h"
#include "crawler_adapter/page/captured_page.h"
#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

using pipeline::PageBytes;

bool is_url(const std::string& text) { return text.starts_with("http://") || text.starts_with("https://"); }

// False if reading fails. Uses read(), because iterators throw then.
bool read_all(std::istream& in, std::string& text) {
  std::array<char, 64 << 10> block;
  while (in.read(block.data(), block.size()), in.gcount() > 0)
    text.append(block.data(), static_cast<std::size_t>(in.gcount()));
  return !in.bad();
}

Result<PageBytes> read_file(const std::string& file, const std::string& url) {
  PageBytes page;
  page.url = url;
  if (file == "-") {
    if (!read_all(std::cin, page.body)) return Error{"io", "standard input: cannot be read"};
    return page;
  }
  std::error_code error;
  if (std::filesystem::is_directory(file, error))
    return Error{"usage", file + ": is a folder; name a file in it, or use `pith ingest` to read all of it"};
  std::ifstream in(file, std::ios::binary);
  if (!in && !std::filesystem::exists(file, error))
    return Error{"io", file + ": there is no such file; the URL of a page begins with http:// or https://"};
  if (!in || !read_all(in, page.body)) return Error{"io", file + ": cannot be read"};
  return page;
}

Result<PageBytes> fetch_page(const config::Settings& settings, const std::string& url) {
  auto fetched = crawl::fetch(url, {.user_agent = settings.crawl.user_agent,
                                    .max_bytes = static_cast<std::size_t>(settings.cache.page_max_bytes)});
  if (!fetched) return fetched.error();
  if (fetched->status < 200 || fetched->status > 299)
    return Error{"fetch", fmt::format("{}: the server answered {}", fetched->url, fetched->status)};
  if (!crawl::is_html_type(fetched->content_type))
    return Error{"fetch", fmt::format("{}: is {}, not HTML", fetched->url, fetched->content_type)};
  return PageBytes{fetched->url, fetched->charset, std::move(fetched->robots), std::move(fetched->body)};
}

Result<PageBytes> read_source(const config::Settings& settings, const std::string& source, const std::string& url) {
  return is_url(source) ? fetch_page(settings, source) : read_file(source, url);
}

}  // namespace

Result<pipeline::LoadedPage> read_page(const config::Config& config, const PageSource& request,
                                       pipeline::CacheAccess access, Fetch fetch) {
  if (!request.url.empty() && !parse_url(request.url))
    return Error{"usage", "--url: not an http or https URL; write it in full, as https://example.org/page.html"};
  std::optional<pipeline::LoadedPage> out;
  if (is_url(request.source)) {
    const auto url = parse_url(request.source);
    if (!url) return Error{"usage", "PAGE: not an http or https URL"};
    auto found = pipeline::load_page(config, url->str(), access);
    if (!found) return found.error();
    out = std::move(*found);
    if (!out && fetch == Fetch::never) return pipeline::why_not_cached(config, *url);
  }
  if (!out) {
    const auto page = read_source(config.settings(), request.source, request.url);
    if (!page) return page.error();
    auto loaded = pipeline::load_bytes(config, *page);
    if (!loaded) return error_at(name_of_source(request, page->url), loaded.error());
    out = std::move(*loaded);
  }
  if (request.siblings.empty()) return *std::move(out);
  std::vector<PageBytes> siblings;
  for (const std::string& source : request.siblings) {
    auto sibling = read_source(config.settings(), source, "");
    if (!sibling) return sibling.error();
    siblings.push_back(std::move(*sibling));
  }
  pipeline::set_siblings(*out, siblings);
  return *std::move(out);
}

void fail_of_page(Context& context, const Error& error) {
  context.fail(error);
  const crawl::PageReason::Kind kind = crawl::PageReason::named(error.code).kind();
  if (kind == crawl::PageReason::damaged_body) return;
  const bool is_skipped = kind != crawl::PageReason::other && kind != crawl::PageReason::none;
  if (is_skipped || error.kind == ErrorKind::not_found) context.exit = Exit::nothing;
}

void print_redirect(const PageSource& source, const std::string& url) {
  const auto asked = is_url(source.source) ? parse_url(source.source) : std::nullopt;
  if (asked && asked->str() != url) print_error(asked->str() + " redirects to " + url);
}

std::string name_of_source(const PageSource& source, const std::string& url) {
  return is_url(source.source) ? url : source.source;
}

void add_page_source(CLI::App& command, PageSource& source) {
  command.add_option("PAGE", source.source, "A file, - for standard input, or a URL (from the cache if it has it)")
      ->required();
  command.add_option("--siblings", source.siblings, "Other pages of the same site to compare with: files or URLs");
  command.add_option("--url", source.url, "Where the file came from: relative links are resolved against it");
}

}  // namespace pith::cli
