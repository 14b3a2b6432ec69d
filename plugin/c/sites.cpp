// Learning sites by the C interface.
#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/host_pattern.h"
#include "core/base/stable_hash.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site/page_sketch.h"
#include "core/text/site_area.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/site_sample.h"
#include "plugin/c/handles.h"
#include "plugin/c/site_handle.h"
#include "plugin/site/kept_model.h"
#include "plugin/site/page_clock.h"

using namespace pith;
using namespace pith::c;

// The sample of the pages so far. What is not in the sample of some pages is not in that of more.
struct pith_learner {
  std::shared_ptr<const pith_config> config;
  std::shared_ptr<const SiteAnalyser> analyser;  // of the first page's host; null: there was none
  std::map<std::string, SampledPage> pages;      // by URL

  void keep_sample() {
    std::vector<crawl::SitePage> listed;
    for (const auto& [url, _] : pages) {
      crawl::SitePage& page = listed.emplace_back();
      page.url = url;
      page.digest = "has a body";
    }
    std::map<std::string, SampledPage> sample;
    for (const std::size_t i : crawl::sample_of(listed)) sample.insert(pages.extract(listed[i].url));
    pages = std::move(sample);
  }
};

namespace {

constexpr std::size_t most_kept = 2 * crawl::sample_pages;

std::uint64_t area_of_page(const Url& url) { return crawl::hash_url(site_area(url)); }

Result<int> add(pith_learner& learner, const pith_page& page) {
  const bool is_answer = page.status == 0 || (page.status >= 200 && page.status < 300);
  const auto read = ReceivedPage::read(*learner.config, page);
  if (!read && read.error().code == "bad_url") return read.error();
  if (read && !read->url) return wrong_request("bad_url", "a page to learn from needs a URL");
  if (!read || !is_answer || page.cut) return 0;
  const std::optional<Url>& url = read->url;
  const auto setup = learner.config->setups().of_host(config::host_with_port(*url));
  if (!setup) return setup.error();
  const pipeline::SiteSetup& settings = **setup;
  if (!settings.in_site() || !settings.analyser) return 0;
  if (learner.analyser && learner.analyser->version() != settings.analyser->version()) return 0;
  const auto document = pipeline::parse_in_time(read->body, read->type.charset, settings.limits);
  if (!document) return 0;
  const auto view = view_page(*document);
  if (!has_text(*view)) return 0;
  pipeline::PageClock clock(settings.limits.max_seconds);
  const auto features = settings.analyser->features(*view, &clock);
  if (is_over(&clock)) return 0;
  learner.analyser = settings.analyser;
  const std::string& name = read->name;
  SampledPage sampled{.id = crawl::hash_url(name),
                      .area = area_of_page(*url),
                      .body = hash_bytes(hash_bytes(hash_seed, read->type.charset), read->body),
                      .sketch = sketch_of(*view),
                      .summaries = {settings.analyser->read(settings.analyser->summarise(*view, features.get()))}};
  learner.pages.insert_or_assign(name, std::move(sampled));
  if (learner.pages.size() > most_kept) learner.keep_sample();
  return learner.pages.contains(name) ? 1 : 0;
}

Result<pith_site*> site_of(const pith_learner& learner) {
  pith_learner sample = learner;
  sample.keep_sample();
  std::vector<SampledPage> pages;
  for (auto& [_, page] : sample.pages) pages.push_back(std::move(page));
  SiteModel::SiteAnalysers analysers;
  if (learner.analyser) analysers.push_back(learner.analyser);
  return new pith_site{std::make_shared<const SiteModel>(std::move(pages), analysers), learner.analyser};
}

}  // namespace

Result<PageInSite> pith_site::of(const Url& url, const pipeline::SiteSetup& setup) const {
  if (!analyser) return PageInSite{};
  if (!setup.analyser || setup.analyser->version() != analyser->version())
    return Error{"other_version", "the site was learned with another extractor than this page's host has"};
  return PageInSite{model.get(), crawl::hash_url(url.str()), 0, area_of_page(url)};
}

extern "C" {

pith_learner* pith_learner_new(const pith_config* config, pith_error* error) {
  return guarded<pith_learner*>(error, nullptr, [&]() -> Result<pith_learner*> {
    return new pith_learner{config->shared_from_this(), nullptr, {}};
  });
}

int pith_learner_add(pith_learner* learner, const pith_page* page, pith_error* error) {
  return guarded<int>(error, -1, [&] { return add(*learner, *page); });
}

pith_site* pith_learner_site(const pith_learner* learner, pith_error* error) {
  return guarded<pith_site*>(error, nullptr, [&] { return site_of(*learner); });
}

void pith_learner_free(pith_learner* learner) { delete learner; }

pith_result* pith_site_save(const pith_site* site, pith_error* error) {
  return guarded<pith_result*>(error, nullptr, [&]() -> Result<pith_result*> {
    return result_of(pipeline::kept_model(*site->model, {site->analyser}));
  });
}

pith_site* pith_site_load(const pith_config* config, pith_bytes bytes, pith_error* error) {
  return guarded<pith_site*>(error, nullptr, [&]() -> Result<pith_site*> {
    const auto setup = config->setups().of_host("");
    if (!setup) return setup.error();
    const auto& analyser = (*setup)->analyser;
    if (!analyser) return Error{"other_version", "the configuration's extractor learns no sites"};
    const auto model = pipeline::read_model(view_of(bytes), {analyser});
    if (!model) return model.error();
    return new pith_site{*model, analyser};
  });
}

size_t pith_site_pages(const pith_site* site) {
  std::size_t pages = 0;
  for (const SiteLesson& lesson : site->model->lessons()) pages += lesson.pages.size();
  return pages;
}

void pith_site_free(pith_site* site) { delete site; }

}  // extern "C"
