#include "plugin/app/pipeline/cached_page.h"

#include <algorithm>

#include "plugin/app/pipeline/page_clock.h"
#include "plugin/app/pipeline/site_setup.h"
#include "plugin/app/pipeline/site_survey.h"
#include "plugin/capture/options.h"

namespace pith::pipeline {

namespace {

struct Loaded {
  std::string body;
  std::optional<Document> document;  // nullopt: it cannot be parsed
};

Result<Loaded> load(crawl::PageCache& cache, const crawl::SitePage& page, const Limits& limits) {
  auto body = cache.body(page.id);
  if (!body) return body.error();
  Loaded out{.body = std::move(*body), .document = {}};
  if (auto document = parse_in_time(out.body, page.charset, limits)) out.document = std::move(*document);
  return out;
}

// A page of the site without a readable body teaches nothing, and is no trouble of the others.
bool is_unreadable(const Error& error) { return error.code == "no_body" || error.code == "damaged_body"; }

// The site's model as `pith index` would learn it now. Nothing is saved.
Result<std::shared_ptr<const SiteModel>> learn(crawl::PageCache& cache, const std::string& site,
                                               std::span<const crawl::SitePage> pages, const Limits& limits) {
  const auto survey = SiteSurvey::begin(cache, site, pages);
  if (!survey) return survey.error();
  for (std::size_t number = 0; number < (*survey)->todo().size(); ++number) {
    const auto page = load(cache, pages[(*survey)->todo()[number]], limits);
    if (!page && !is_unreadable(page.error())) return page.error();
    (*survey)->survey(number, page && page->document ? &*page->document : nullptr);
  }
  return (*survey)->model();
}

Result<Document> parse(const PageBytes& page, const Limits& limits) {
  return parse_in_time(page.body, page.charset, limits);
}

}  // namespace

std::vector<const Document*> ParsedPages::sibling_pointers() const {
  std::vector<const Document*> out;
  for (const Document& sibling : siblings) out.push_back(&sibling);
  return out;
}

Result<ParsedPages> parse_pages(const PageWithSiblings& pages, const Limits& limits) {
  auto page = parse(pages.page, limits);
  if (!page) return page.error();
  ParsedPages out{std::move(*page), {}};
  for (const PageBytes& sibling : pages.siblings)
    if (auto parsed = parse(sibling, limits)) out.siblings.push_back(std::move(*parsed));
  return out;
}

Result<std::optional<PageWithSiblings>> load_page(const config::Config& config, const std::string& normalised_url,
                                                  CacheAccess access) {
  using Found = std::optional<PageWithSiblings>;
  crawl::CacheOptions options = capture::cache_options(config.settings());
  options.read_only = access == CacheAccess::read_only;
  auto cache = crawl::PageCache::open_existing(options);
  if (!cache) return cache.error().code == "no_cache" ? Result<Found>(Found()) : cache.error();
  const auto final_url = cache->follow_redirects(normalised_url);
  if (!final_url) return final_url.error();
  const auto row = cache->find(*final_url);
  if (!row) return row.error();
  if (!*row || (*row)->stored == 0) return Found();
  auto body = cache->body((*row)->id);
  if (!body) return Error{body.error().code, *final_url + ": " + body.error().message};
  PageWithSiblings found;
  found.page = {.url = *final_url, .charset = (*row)->charset, .robots = (*row)->robots, .body = std::move(*body)};

  if ((*row)->account == "skipped")
    found.left_out = (*row)->reason + ((*row)->folded_into.empty() ? "" : " of " + (*row)->folded_into);

  const auto url = parse_url(*final_url);
  const auto state = cache->site_state((*row)->site);
  if (!state) return state.error();
  const auto key = std::find_if(state->pages.begin(), state->pages.end(),
                                [&](const crawl::SitePage& page) { return page.url == *final_url; });
  const auto setup = make_setup(config.for_host(url ? url->host : std::string()));
  if (!setup) return setup.error();
  if (!url || key == state->pages.end() || !setup->in_site()) return Found(std::move(found));

  const auto model = learn(*cache, (*row)->site, state->pages, setup->limits);
  if (!model) return model.error();
  if (setup->site_model) {
    found.model = *model;
    found.model_id = model_id(*key);
    return Found(std::move(found));
  }
  std::vector<std::uint64_t> links, alike;
  if (const auto document = parse_in_time(found.page.body, found.page.charset, setup->limits)) {
    links = crawl::hashes_of(crawl::sibling_links(*document, *url, options.site_mode));
    alike = (*model)->like(shape_of(PageView(*document)));
  }
  const crawl::SiblingChooser chooser(state->pages, setup->selection, setup->siblings, setup->seed);
  for (const std::size_t sibling : chooser.choose(static_cast<std::size_t>(key - state->pages.begin()), links, alike)) {
    const crawl::SitePage& page = state->pages[sibling];
    auto bytes = cache->body(page.id);
    if (!bytes && is_unreadable(bytes.error())) continue;
    if (!bytes) return bytes.error();
    found.siblings.push_back({page.url, page.charset, page.robots, std::move(*bytes)});
  }
  return Found(std::move(found));
}

}  // namespace pith::pipeline
