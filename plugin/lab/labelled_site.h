// What `pith index` would know about a site of a labelled set: the model of its sample.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/extract/extractor.h"
#include "core/extract/site/site_model.h"
#include "plugin/lab/page_set.h"

namespace pith::eval {

// Immutable; any number of threads.
class LabelledSite {
 public:
  // Samples the site's pages by their URLs as `pith index` does (crawler_adapter/cache/site_sample.h): with gold or
  // without, pages that are not measured too. One page is in memory at a time. The analysers, each given once, outlive
  // it. If `stop` becomes true, the model does not matter.
  LabelledSite(const PageSet& set, const std::string& site, std::vector<const SiteAnalyser*> analysers,
               const std::atomic<bool>* stop = nullptr);

  // What an extractor with that analyser, one of those given, knows when it extracts the page: all but the page itself.
  PageInSite of(const LabelledPage& page, const SiteAnalyser& analyser) const;

  // Of the bytes of all pages in the sample.
  const std::string& digest() const { return digest_; }

 private:
  std::vector<const SiteAnalyser*> analysers_;
  std::unique_ptr<const SiteModel> model_;
  std::string digest_;
};

}  // namespace pith::eval
