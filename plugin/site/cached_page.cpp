#include "plugin/site/cached_page.h"

#include <algorithm>

#include "config/host_pattern.h"
#include "core/text/shell_word.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "plugin/capture/options.h"
#include "plugin/site/other_spellings.h"
#include "plugin/site/page_clock.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/run_errors.h"
#include "plugin/site/site_work.h"

namespace pith::pipeline {
namespace {

Result<std::shared_ptr<const Document>> parse(const PageBytes& page, const Limits& limits) {
  auto document = parse_in_time(page.body, page.charset, limits);
  if (!document) return document.error();
  return std::make_shared<const Document>(std::move(*document));
}

Result<std::shared_ptr<const SiteSetup>> setup_of(const config::Config& config, const std::string& url) {
  const auto parsed = parse_url(url);
  auto setup = make_setup(config.for_host(parsed ? config::host_with_port(*parsed) : std::string()));
  if (!setup) return setup.error();
  return std::make_shared<const SiteSetup>(std::move(*setup));
}

}  // namespace

KeyPage key_page(const LoadedPage& page, std::span<const Document* const> siblings, const Url* url) {
  return {.page = *page.compared.page,
          .siblings = siblings,
          .url = url,
          .robots = page.robots,
          .fetched = page.fetched,
          .site = page.compared.site};
}

Result<LoadedPage> load_bytes(const config::Config& config, const PageBytes& page) {
  auto setup = setup_of(config, page.url);
  if (!setup) return setup.error();
  LoadedPage out{.url = page.url, .robots = page.robots, .setup = std::move(*setup)};
  auto document = parse(page, out.setup->limits);
  if (!document) return document.error();
  out.compared.page = std::move(*document);
  return out;
}

void set_siblings(LoadedPage& page, std::span<const PageBytes> siblings) {
  page.compared.site = {};
  page.model.reset();
  page.compared.siblings.clear();
  for (const PageBytes& sibling : siblings)
    if (auto parsed = parse(sibling, page.setup->limits)) page.compared.siblings.push_back(std::move(*parsed));
}

Result<std::optional<LoadedPage>> load_page(const config::Config& config, const std::string& normalised_url,
                                            CacheAccess access, std::size_t max_bytes) {
  using Found = std::optional<LoadedPage>;
  crawl::CacheOptions options = capture::cache_options(config.settings());
  options.read_only = access == CacheAccess::read_only;
  auto cache = crawl::CacheLedger::open_existing(options);
  if (!cache) return cache.error().code == crawl::code::no_cache ? Result<Found>(Found()) : cache.error();
  const auto final_url = cache->follow_redirects(normalised_url);
  if (!final_url) return final_url.error();
  const auto row = cache->find(*final_url);
  if (!row) return row.error();
  if (!*row || (*row)->stored == 0) return Found();
  auto body = cache->body((*row)->id);
  if (!body) return error_at(*final_url, body.error());

  if (body->size() > max_bytes)
    return too_large(crawl::code::too_large, *final_url + ": larger than " + std::to_string(max_bytes));

  // A captured page that is not to be indexed, such as a 404, has no place in its site.
  Setups setups(config);
  const auto site = SiteWork::read(*cache, setups, (*row)->site);
  if (!site) return site.error();
  const std::vector<crawl::SitePage>& pages = (*site)->pages();
  const auto key = std::ranges::find(pages, *final_url, &crawl::SitePage::url);
  Result<LoadedPage> found = Error{};
  if (key == pages.end() || key->digest.empty()) {
    found = load_bytes(config, {*final_url, (*row)->charset, (*row)->robots, std::move(*body)});
    if (!found) return found.error();
  } else {
    auto setup = setup_of(config, *final_url);
    if (!setup) return setup.error();
    found = LoadedPage{.url = *final_url, .robots = (*row)->robots, .setup = std::move(*setup)};
    PageDocuments documents(setups);
    PageWorker worker(*cache, cache->options().site_mode, setups, documents, 0);
    if (found->setup->in_site()) {
      auto known = cache->sample((*site)->name());
      if (!known) return known.error();
      if (auto error = learn_model(*std::move(known), worker, **site)) return *error;
    }
    auto compared = worker.compare(**site, static_cast<std::size_t>(key - pages.begin()));
    if (!compared && ends_run(compared.error())) return compared.error();
    if (!compared) return error_at(*final_url, compared.error());
    found->compared = std::move(*compared);
    found->model = (*site)->model();
  }
  found->fetched = (*row)->fetched;
  if ((*row)->state == crawl::PageState::skipped)
    found->left_out = (*row)->reason.name() + ((*row)->folded_into.empty() ? "" : " of " + (*row)->folded_into);
  return Found(std::move(*found));
}

Error why_not_cached(const config::Config& config, const Url& url) {
  crawl::CacheOptions options = capture::cache_options(config.settings());
  options.read_only = true;
  std::string near;
  auto cache = crawl::CacheLedger::open_existing(options);
  if (!cache) return cache.error();
  if (const auto page = cache->find(url.str()); page && *page) {
    if ((*page)->state == crawl::PageState::skipped)
      return not_found((*page)->reason.name(),
                       url.str() + ": skipped (" + (*page)->reason.name() + "), and the page cache has no bytes of it");
    return not_found("no_body", url.str() + ": the page cache no longer has the bytes of this page; crawl it again");
  }
  for (const std::string& other : other_spellings(url))
    if (const auto page = cache->find(other); near.empty() && page && *page) near = other;
  return not_found(code::not_cached,
                   url.str() + ": is not in the page cache" +
                       (near.empty() ? "; `pith cache ls` lists what is, and `pith extract " + shell_word(url.str()) +
                                           "` fetches the page and prints its main content"
                                     : ", but this is: " + near));
}

}  // namespace pith::pipeline
