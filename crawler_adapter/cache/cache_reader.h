// What all classes of the page cache can do: read captured pages.
//
// The cache is a directory with one SQLite database in WAL mode ("pages.sqlite"; layout in cache_schema.h), so that a
// crawler can write while others read and an indexer works, and a copy of where its tables begin (schema_copy.h). The
// key is the normalised URL (core/text/url.h). Bodies are kept byte for byte, compressed with zstd. Three classes work
// on it:
//   CacheCapture (cache_capture.h)   what crawlers and inputs write
//   CacheLedger  (cache_ledger.h)    work, states, learned and extracted data
//   CacheRepair  (cache_repair.h)    finds and repairs damage
//
// An object made from another one shares its connection. Use a connection from one thread at a time; threads and
// processes can each open their own. Writers wait up to 30 seconds for each other, then fail with code "busy"; so does
// opening while a salvage replaces the file. Nothing here throws on bad input or I/O: every function that touches the
// file returns an Error with the path in its message ("disk_full", "not_writable", "damaged", "io").
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/page_bodies.h"

namespace pith::crawl {

struct CacheConnection;  // detail/cache_connection.h

class CacheReader : public PageBodies {
 public:
  const CacheOptions& options() const;

  Result<std::optional<CachedPage>> find(const std::string& normalised_url);
  // Nothing if the page is not withdrawn.
  Result<std::optional<Withdrawal>> withdrawal(const std::string& normalised_url, const CrawlRun& run);
  // Where redirects lead from this URL, at most 10 steps; without redirects, the URL itself.
  Result<std::string> follow_redirects(const std::string& normalised_url);
  // URLs that redirect to this one.
  Result<std::vector<std::string>> redirects_to(const std::string& normalised_url);
  Result<std::string> body(std::int64_t page) override;
  // Calls `visit` for each page in order of URL until it returns false. Empty site: all pages.
  std::optional<Error> each(const std::string& site, const std::function<bool(const CachedPage&)>& visit);

 protected:
  explicit CacheReader(std::shared_ptr<CacheConnection> connection) : impl_(std::move(connection)) {}
  std::shared_ptr<CacheConnection> impl_;
};

}  // namespace pith::crawl
