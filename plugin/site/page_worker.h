// The work on one page of a site: shared by `pith index`, its dry run, `pith measure`, `pith explain` and `pith
// extract`.
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
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/page_bodies.h"
#include "crawler_adapter/cache/site.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/site_survey.h"
#include "plugin/site/site_work.h"

namespace pith::pipeline {

// What else is read of a page while its document is at hand (PageReader).
struct PageReading {
  virtual ~PageReading() = default;
  std::size_t bytes = 0;  // of memory, estimated
};

class PageReader {
 public:
  virtual ~PageReader() = default;

  // Of a page that was extracted and not skipped; null: nothing. Thread-safe. Passes on bad_alloc.
  virtual std::unique_ptr<PageReading> read(const crawl::SitePage& page, const KeyPage& key, const SiteSetup& setup,
                                            const ExtractedPage& result) const = 0;
};

// What became of one page.
struct PageResult {
  crawl::SitePage page;    // as it was before
  bool extracted = false;  // false: nothing changed, nothing to do
  std::string fingerprint;
  std::optional<std::vector<std::uint64_t>> links;  // newly ranked, to be saved
  bool new_shape = false;                           // page.shape must be saved
  ExtractedPage result;                             // if extracted
  ContentSignature content;                         // of the result, unless skipped
  std::unique_ptr<PageReading> reading = nullptr;   // by the worker's reader
};

// A page and what it is compared with: the input of extract_page.
struct ComparedPage {
  std::shared_ptr<const Document> page;
  std::vector<std::shared_ptr<const Document>> siblings;  // best first; none if the extractor uses the site's model
  PageInSite site;                                        // within the model of the site

  std::vector<const Document*> sibling_pointers() const;
};

// One per thread, with its own bodies. The errors are those that end the run (ends_run): problems of a
// single page are in its result.
class PageWorker {
 public:
  // `reader` may be null.
  PageWorker(crawl::PageBodies& bodies, crawl::SiteMode site_mode, Setups& setups, PageDocuments& documents,
             std::uint64_t content_key, const PageReader* reader = nullptr)
      : bodies_(bodies),
        site_mode_(site_mode),
        setups_(setups),
        documents_(documents),
        content_key_(content_key),
        reader_(reader) {}

  // Summarises page todo()[number] of the survey.
  std::optional<Error> survey(SiteWork& site, SiteSurvey& survey, std::size_t number);

  // Extracts the page if anything that it depends on has changed, or with `always`. The site must have its model, if it
  // needs one.
  Result<PageResult> process(SiteWork& site, std::size_t number, bool always);

  // The page as process() would extract it. Errors are also those of the page itself.
  Result<ComparedPage> compare(SiteWork& site, std::size_t number);

 private:
  // What is known so far of a page being processed.
  struct Visit;
  std::optional<Error> open(Visit& visit);
  std::optional<Error> find_links(Visit& visit);
  std::optional<Error> find_shape(Visit& visit);
  void find_siblings(Visit& visit);
  std::string page_inputs(const Visit& visit) const;
  std::string fingerprint(const Visit& visit) const;
  std::string fingerprint_set_aside(const Visit& visit) const;
  Result<ComparedPage> compare(Visit& visit);
  std::optional<Error> extract(Visit& visit);

  crawl::PageBodies& bodies_;
  const crawl::SiteMode site_mode_;
  Setups& setups_;
  PageDocuments& documents_;
  const std::uint64_t content_key_;
  const PageReader* const reader_;
};

// Gives the site its model, learned from its pages as they are now on one thread, if its pages are compared. `known`:
// see SiteSurvey.
std::optional<Error> learn_model(std::vector<crawl::SampleSummary> known, PageWorker& worker, SiteWork& site);

}  // namespace pith::pipeline
