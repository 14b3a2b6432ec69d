// Brings the index up to date with the page cache.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "config/load.h"
#include "core/base/result.h"
#include "plugin/index/index_hooks.h"
#include "plugin/index/index_scope.h"
#include "plugin/site/sibling_fetch_run.h"

namespace pith::pipeline {

struct IndexSummary {
  std::int64_t sites = 0, examined = 0;
  std::int64_t extracted = 0;  // because they, their siblings or the configuration changed
  // What came of the extracted pages. The others are in the index already, with the same document.
  std::int64_t written = 0;  // documents that are in the index now
  std::int64_t folded = 0;   // pages without a document, because another page has the same content
  std::int64_t skipped = 0;  // pages without a document, because there is nothing to index, or they ask for it

  std::int64_t removed = 0;        // documents that were in the index before this run
  std::int64_t evicted = 0;        // of a new index: pages that it lacks because the cache no longer has their bodies
  std::int64_t inbound_texts = 0;  // pages for which it was written what others say of them
  std::int64_t page_words = 0, content_words = 0, aside_words = 0, template_words = 0;  // of the extracted pages
  SiblingFetchSummary siblings;
  ExaminedAgain again;
  bool stopped = false;  // by the flag; what was done is kept, the rest is still pending
};

// Fetches missing siblings if enabled (sibling_fetch_run.h), extracts pending pages and others whose inputs have
// changed, writes changed documents, removes those of deleted pages, and writes what pages of these sites say of each
// other where that has changed. May be run at any time, twice, or after a crash,
// with the same result: the index commits first, then the cache records what is done; anything between the two is done
// again. Errors: those of CacheLedger, Writer, Setups, SiblingFetcher and sites_in_scope.
Result<IndexSummary> run_index(const config::Config& config, const IndexHooks& hooks = {},
                               const IndexScope& scope = {});

// Before long work whose pages are to be indexed: "foreign_index" if run_index would refuse the index; errors of
// CacheLedger and Searcher. Makes a missing cache.
std::optional<Error> check_index(const config::Config& config);

}  // namespace pith::pipeline
