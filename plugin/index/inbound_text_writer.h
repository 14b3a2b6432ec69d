// Brings what the index has of inbound texts (site_inbound_texts.h) up to date with the page cache.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "indexer_adapter/documents/writer.h"
#include "plugin/index/index_room.h"

namespace pith::pipeline {

// For one run. A page's inbound texts change with other pages, so they are compared by a digest of their own and
// written without extracting the page again.
class InboundTextWriter {
 public:
  // `settings`: Setups::document_digest.
  InboundTextWriter(crawl::CacheLedger& cache, index::Writer& writer, IndexRoom& room, std::string settings)
      : cache_(cache), writer_(writer), room_(room), settings_(std::move(settings)) {}

  // Writes the inbound texts of the site's pages that differ from those in the index. All of its pages must be
  // recorded, and duplicates folded. Commits now and then; at the end, and after an error index_full, call commit().
  // Errors: those of CacheLedger and Writer, index_full.
  std::optional<Error> write(const std::string& site);

  // Before the commit the cache forgets what the index has of these pages, so a crash between the two only means that
  // they are written again.
  std::optional<Error> commit();

  std::int64_t written() const { return written_; }  // documents

 private:
  std::optional<Error> put(index::InboundTexts inbound_texts, std::int64_t page, std::string digest);

  crawl::CacheLedger& cache_;
  index::Writer& writer_;
  IndexRoom& room_;
  const std::string settings_;
  std::vector<std::pair<std::int64_t, std::string>> uncommitted_;  // pages, and the digests of their inbound texts
  std::int64_t written_ = 0;
};

}  // namespace pith::pipeline
