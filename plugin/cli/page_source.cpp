#include "plugin/cli/page_source.h"

#include <fmt/format.h>

#include <fstream>
#include <iostream>
#include <iterator>

#include "crawler_adapter/fetch.h"

namespace pith::cli {
namespace {

using pipeline::PageBytes;

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
    return Error{"fetch", fmt::format("{}: the server answered {}", fetched->url, fetched->status)};
  if (!crawl::is_html_type(fetched->content_type))
    return Error{"fetch", fmt::format("{}: is {}, not HTML", fetched->url, fetched->content_type)};
  return PageBytes{fetched->url, fetched->charset, std::move(fetched->robots), std::move(fetched->body)};
}

Result<PageBytes> read_source(const config::Settings& settings, const std::string& source, const std::string& url) {
  return is_url(source) ? fetch_page(settings, source) : read_file(source, url);
}

}  // namespace

Result<pipeline::PageWithSiblings> read_page(const config::Config& config, const PageSource& request,
                                             pipeline::CacheAccess access) {
  pipeline::PageWithSiblings out;
  bool cached = false;
  if (is_url(request.source)) {
    const auto url = parse_url(request.source);
    if (!url) return Error{"usage", "PAGE: not an http or https URL"};
    auto found = pipeline::load_page(config, url->str(), access);
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

std::string name_of_source(const PageSource& source, const std::string& url) {
  return is_url(source.source) ? url : source.source;
}

void add_page_source(CLI::App& command, PageSource& source) {
  command.add_option("PAGE", source.source, "A file, - for standard input, or a URL (from the cache if it is there)")
      ->required();
  command.add_option("--siblings", source.siblings, "Other pages of the same site to compare with: files or URLs");
  command.add_option("--url", source.url, "Where the file came from: relative links resolve against it");
}

}  // namespace pith::cli
