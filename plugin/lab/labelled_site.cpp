#include "plugin/lab/labelled_site.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "core/base/stable_hash.h"
#include "core/dom/parse.h"
#include "core/extract/main_content/view_page.h"
#include "core/extract/site/page_sketch.h"
#include "core/system/digest.h"
#include "core/text/encoding.h"
#include "core/text/site_area.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/site_sample.h"

namespace pith::eval {
namespace {

std::string url_of(const LabelledPage& page) {
  return page.url ? page.url->str() : "http://" + page.site + "/" + page.id;
}

std::uint64_t model_id(const LabelledPage& page) { return crawl::hash_url(url_of(page)); }

std::uint64_t area_id(const LabelledPage& page) { return crawl::hash_url(area_of(url_of(page))); }

}  // namespace

LabelledSite::LabelledSite(const PageSet& set, const std::string& site, std::vector<const SiteAnalyser*> analysers,
                           const std::atomic<bool>* stop)
    : analysers_(std::move(analysers)) {
  std::vector<crawl::SitePage> pages;
  std::vector<std::uint32_t> numbers;
  std::unordered_set<std::uint64_t> ids;  // a cache has each URL once
  if (const auto found = set.sites.find(site); found != set.sites.end())
    for (const std::uint32_t number : found->second) {
      const LabelledPage& page = set.pages[number];
      if (!ids.insert(model_id(page)).second) continue;
      crawl::SitePage& listed = pages.emplace_back();
      listed.url = url_of(page);
      listed.digest = "has a body";
      numbers.push_back(number);
    }
  std::vector<SampledPage> sample;
  std::string digests;
  for (const std::size_t sampled : crawl::sample_of(pages)) {
    if (stop && *stop) break;
    const auto html = set.html(numbers[sampled]);
    if (!html) continue;
    digests += sha256_hex(*html);
    const auto document = parse_html(decode_html(*html).text);
    if (!document) continue;
    const auto view = view_page(*document);
    if (!has_text(*view)) continue;
    SampledPage page{.id = model_id(set.pages[numbers[sampled]]),
                     .area = area_id(set.pages[numbers[sampled]]),
                     .body = hash_bytes(hash_seed, *html),
                     .sketch = sketch_of(*view),
                     .summaries = {}};
    for (const SiteAnalyser* analyser : analysers_)
      page.summaries.push_back(analyser->read(analyser->summarise(*view, analyser->features(*view, nullptr).get())));
    sample.push_back(std::move(page));
  }
  SiteModel::SiteAnalysers shared;
  for (const SiteAnalyser* analyser : analysers_)
    shared.emplace_back(std::shared_ptr<const void>(), analyser);  // not owned
  model_ = std::make_unique<const SiteModel>(std::move(sample), std::move(shared));
  digest_ = sha256_hex(digests);
}

PageInSite LabelledSite::of(const LabelledPage& page, const SiteAnalyser& analyser) const {
  const auto number = std::find(analysers_.begin(), analysers_.end(), &analyser) - analysers_.begin();
  return {model_.get(), model_id(page), static_cast<std::size_t>(number), area_id(page)};
}

}  // namespace pith::eval
