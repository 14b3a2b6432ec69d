#include "plugin/pipeline/cached_page.h"

#include <algorithm>

#include "core/encoding.h"
#include "core/parse.h"
#include "plugin/capture/options.h"
#include "plugin/pipeline/site_setup.h"

namespace pith::pipeline {

Result<std::optional<PageWithSiblings>> load_page(const config::Config& config, const std::string& normalised_url) {
  using Found = std::optional<PageWithSiblings>;
  const crawl::CacheOptions options = capture::cache_options(config.settings());
  auto cache = crawl::PageCache::open_existing(options);
  if (!cache) return cache.error().code == "no_cache" ? Result<Found>(Found()) : cache.error();
  const auto final_url = cache->follow_redirects(normalised_url);
  if (!final_url) return final_url.error();
  const auto row = cache->find(*final_url);
  if (!row) return row.error();
  if (!*row || (*row)->stored == 0) return Found();
  auto body = cache->body((*row)->id);
  if (!body) return body.error();
  PageWithSiblings found{.page = {.url = *final_url, .charset = (*row)->charset, .robots = (*row)->robots, .body = std::move(*body)}, .siblings = {}};

  const auto url = parse_url(*final_url);
  const auto state = cache->site_state((*row)->site);
  if (!state) return state.error();
  const auto key = std::find_if(state->pages.begin(), state->pages.end(),
                                [&](const crawl::SitePage& page) { return page.url == *final_url; });
  const auto setup = make_setup(config.for_host(url ? url->host : std::string()));
  if (!setup) return setup.error();
  if (!url || key == state->pages.end() || !setup->site_level) return Found(std::move(found));

  std::vector<std::uint64_t> links;
  if (const auto document = parse_html(decode_html(found.page.body, found.page.charset).text, setup->limits))
    links = crawl::hashes_of(crawl::sibling_links(*document, *url, options.site_mode));
  const crawl::SiblingChooser chooser(state->pages, setup->selection, setup->siblings, setup->seed);
  for (const std::size_t sibling : chooser.choose(static_cast<std::size_t>(key - state->pages.begin()), links)) {
    const crawl::SitePage& page = state->pages[sibling];
    auto bytes = cache->body(page.id);
    if (!bytes) return bytes.error();
    found.siblings.push_back({page.url, page.charset, page.robots, std::move(*bytes)});
  }
  return Found(std::move(found));
}

}  // namespace pith::pipeline
