#include "plugin/site/site_work.h"

#include <algorithm>

#include "plugin/site/page_documents.h"

namespace pith::pipeline {

Result<std::shared_ptr<SiteWork>> SiteWork::read(crawl::CacheLedger& cache, Setups& setups, const std::string& site) {
  auto state = cache.site_state(site);
  if (!state) return state.error();
  return of(site, std::move(state->pages), state->change, setups);
}

std::shared_ptr<SiteWork> SiteWork::of(std::string name, std::vector<crawl::SitePage> pages, std::int64_t change,
                                       Setups& setups) {
  auto work = std::make_shared<SiteWork>();
  work->name_ = std::move(name);
  work->pages_ = std::move(pages);
  work->change_ = change;
  std::string last = "(none)";
  for (const crawl::SitePage& page : work->pages_) {
    std::string host = host_of(page);
    if (host == last) continue;  // pages are in order of URL
    const auto setup = setups.of_host(host);
    last = std::move(host);
    if (!setup || !(*setup)->in_site()) continue;
    work->is_compared_ = true;
    if ((*setup)->analyser && work->analyser_of(**setup) == work->analysers_.size())
      work->analysers_.push_back((*setup)->analyser);
  }
  return work;
}

std::size_t SiteWork::analyser_of(const SiteSetup& setup) const {
  const auto found = std::ranges::find_if(
      analysers_, [&](const auto& known) { return known->version() == setup.analyser->version(); });
  return static_cast<std::size_t>(found - analysers_.begin());
}

const crawl::SiblingChooser& SiteWork::chooser(const SiteSetup& setup) {
  const std::lock_guard lock(mutex_);
  auto& slot = choosers_[&setup];
  if (!slot)
    slot = std::make_unique<crawl::SiblingChooser>(pages_, setup.selection, setup.site_level ? setup.siblings : 0,
                                                   setup.seed);
  return *slot;
}

}  // namespace pith::pipeline
