// What `pith index` records and writes of an extracted page. Needs neither the cache nor the index, so that the threads
// that extract also do this: one thread alone writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/documents/writer.h"
#include "plugin/site/page_worker.h"

namespace pith::pipeline {

struct PageOutcome {
  crawl::Outcome outcome;
  std::optional<index::PreparedPage> document;  // if the index has another one of the page, or none
  std::uintmax_t index_bytes = 0;               // estimated, of the document in the index
  std::size_t bytes = 0;                        // estimated, of memory
};

// Thread-safe.
class OutcomeMaker {
 public:
  // `writer` outlives it. `document_settings`: Setups::document_digest. `fold`: duplicates are folded.
  OutcomeMaker(const index::Writer& writer, std::string document_settings, bool fold)
      : writer_(writer), document_settings_(std::move(document_settings)), fold_(fold) {}

  // Of a page that was extracted. Errors are those of Writer::prepare. Passes on bad_alloc.
  Result<PageOutcome> make(const PageResult& result, const std::string& site) const;

 private:
  const index::Writer& writer_;
  const std::string document_settings_;
  const bool fold_;
};

}  // namespace pith::pipeline
