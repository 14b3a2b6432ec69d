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

// What learners have seen of pages: by index of the page, then by number of the learner.
using Looks = std::unordered_map<std::size_t, std::vector<std::shared_ptr<const Learner::Look>>>;

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
  // The learners of its hosts' extractors, each once.
  const SiteModel::Learners& learners() const { return learners_; }
  // The number of the extractor's learner; it must have one.
  std::size_t learner_of(const SiteSetup& setup) const;

  const std::shared_ptr<const SiteModel>& model() const { return model_; }
  void set_model(std::shared_ptr<const SiteModel> model, Looks looks) {
    model_ = std::move(model);
    looks_ = std::move(looks);
  }
  // What the extractor's learner saw of a page when it was surveyed; null if that was not now.
  const Learner::Look* look(std::size_t page, std::size_t learner) const {
    const auto found = looks_.find(page);
    return found == looks_.end() ? nullptr : found->second[learner].get();
  }

  // The chooser depends on the settings of the key page's host; a site has few.
  const crawl::SiblingChooser& chooser(const SiteSetup& setup);

 private:
  std::string name_;
  std::vector<crawl::SitePage> pages_;
  std::int64_t change_ = 0;
  bool is_compared_ = false;
  SiteModel::Learners learners_;
  std::shared_ptr<const SiteModel> model_;
  Looks looks_;
  std::mutex mutex_;
  std::map<const SiteSetup*, std::unique_ptr<crawl::SiblingChooser>> choosers_;
};

}  // namespace pith::pipeline
