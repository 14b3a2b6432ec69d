// One site in work: its pages, and what they know about each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "core/extract/site/site_model.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/sibling_choice.h"
#include "plugin/site/site_setup.h"

namespace pith::pipeline {

// What analysers have seen of pages: by index of the page, then by number of the analyser.
using FeaturesByPage = std::unordered_map<std::size_t, std::vector<std::shared_ptr<const SiteAnalyser::Features>>>;

// Made by of() or read(), given its model once, and only read from then on, by any number of threads.
class SiteWork {
 public:
  // `pages`: in order of URL. `change`: for CacheLedger::finish_site.
  static std::shared_ptr<SiteWork> of(std::string name, std::vector<crawl::SitePage> pages, std::int64_t change,
                                      Setups& setups);
  // From the cache. Errors are those of the cache. Problems of a host's settings are reported when a page needs them.
  static Result<std::shared_ptr<SiteWork>> read(crawl::CacheLedger& cache, Setups& setups, const std::string& site);

  const std::string& name() const { return name_; }
  const std::vector<crawl::SitePage>& pages() const { return pages_; }  // in order of URL
  std::int64_t change() const { return change_; }                       // for CacheLedger::finish_site

  // Whether pages are compared with others of the site. Then a model is needed.
  bool is_compared() const { return is_compared_; }
  // The analysers of its hosts' extractors, each once.
  const SiteModel::SiteAnalysers& analysers() const { return analysers_; }
  // The number of the extractor's analyser; it must have one.
  std::size_t analyser_of(const SiteSetup& setup) const;

  const std::shared_ptr<const SiteModel>& model() const { return model_; }
  void set_model(std::shared_ptr<const SiteModel> model, FeaturesByPage features) {
    model_ = std::move(model);
    features_ = std::move(features);
  }
  // What the extractor's analyser saw of a page when it was surveyed; null if that was not now.
  const SiteAnalyser::Features* features(std::size_t page, std::size_t analyser) const {
    const auto found = features_.find(page);
    return found == features_.end() ? nullptr : found->second[analyser].get();
  }

  // The chooser depends on the settings of the key page's host; a site has few.
  const crawl::SiblingChooser& chooser(const SiteSetup& setup);

 private:
  std::string name_;
  std::vector<crawl::SitePage> pages_;
  std::int64_t change_ = 0;
  bool is_compared_ = false;
  SiteModel::SiteAnalysers analysers_;
  std::shared_ptr<const SiteModel> model_;
  FeaturesByPage features_;
  std::mutex mutex_;
  std::map<const SiteSetup*, std::unique_ptr<crawl::SiblingChooser>> choosers_;
};

}  // namespace pith::pipeline
