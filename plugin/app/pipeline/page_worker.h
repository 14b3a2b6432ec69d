// What is done for one page of a site in work: for `pith index`, its dry run, `pith measure`, `pith explain` and
// `pith extract` alike.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/extract/content_signature.h"
#include "core/extract/extract_page.h"
#include "crawler_adapter/page_cache.h"
#include "plugin/app/pipeline/page_documents.h"
#include "plugin/app/pipeline/site_survey.h"
#include "plugin/app/pipeline/site_work.h"

namespace pith::pipeline {

// What became of one page.
struct PageResult {
  crawl::SitePage page;    // as it was before
  bool extracted = false;  // false: nothing has changed, there is nothing to do
  std::string fingerprint;
  std::optional<std::vector<std::uint64_t>> links;  // ranked anew, to be saved
  bool new_shape = false;                           // page.shape is to be saved
  ExtractedPage result;                             // if extracted
  ContentSignature content;                         // of the result, unless it is skipped
};

// A page and what it is compared with: what extract_page asks for.
struct ComparedPage {
  std::shared_ptr<const Document> page;
  std::vector<std::shared_ptr<const Document>> siblings;  // best first; none if the extractor uses the site's model
  PageInSite site;                                        // of the model of the site in work

  std::vector<const Document*> sibling_pointers() const;
};

// One a thread, with a connection of its own to the cache. The errors are those that end the run (is_trouble): what is
// wrong with a single page is in its result.
class PageWorker {
 public:
  PageWorker(crawl::PageCache& cache, Setups& setups, PageDocuments& documents, std::uint64_t content_key)
      : cache_(cache), setups_(setups), documents_(documents), content_key_(content_key) {}

  // Sums up page todo()[number] of the survey.
  std::optional<Error> survey(SiteWork& site, SiteSurvey& survey, std::size_t number);

  // Extracts the page if anything that it depends on has changed, or with `always`. The site has its model, if one is
  // needed.
  Result<PageResult> process(SiteWork& site, std::size_t number, bool always);

  // The page as process() would extract it. Errors are also those of the page itself.
  Result<ComparedPage> compare(SiteWork& site, std::size_t number);

 private:
  // A page's way through the worker: what is known of it so far.
  struct Visit;
  std::optional<Error> open(Visit& visit);
  std::optional<Error> find_links(Visit& visit);
  std::optional<Error> find_shape(Visit& visit);
  void find_siblings(Visit& visit);
  std::string fingerprint(const Visit& visit) const;
  Result<ComparedPage> compare(Visit& visit);
  std::optional<Error> extract(Visit& visit);

  crawl::PageCache& cache_;
  Setups& setups_;
  PageDocuments& documents_;
  const std::uint64_t content_key_;
};

// The site's model as its pages teach it now, by one thread. Nothing is saved.
std::optional<Error> learn_model(crawl::PageCache& cache, PageWorker& worker, SiteWork& site);

}  // namespace pith::pipeline
