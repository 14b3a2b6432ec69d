// The records of one site, as they are read.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/body_store.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/page_bodies.h"

namespace pith::map {

// Pages by URL: of several captures of one, the last with a page stays, as in the page cache. Not thread-safe.
class SiteRecords final : public crawl::PageBodies {
 public:
  struct Record {
    crawl::CapturedRecord known;
    crawl::RecordPlace place;
    int status = 0;
    std::int64_t fetched = 0;
    std::int64_t size = 0;  // of the body
    std::optional<std::size_t> body;
    std::string payload_digest;
  };

  // `memory`: for compressed bodies; beyond, they are in a temporary file. `keeps_revisits`: for resolve_revisits().
  explicit SiteRecords(std::size_t memory, bool keeps_revisits = true)
      : keeps_revisits_(keeps_revisits), bodies_(memory) {}

  // Errors are those of BodyStore::put.
  std::optional<Error> add(crawl::CapturedPage page, crawl::CapturedRecord known);

  bool empty() const { return records_.empty(); }
  // Whether the URL is new, and there are `most` (0: any number) already.
  bool is_full(const std::string& url, std::int64_t most) const {
    return most > 0 && static_cast<std::int64_t>(records_.size()) >= most && !by_url_.contains(url);
  }
  bool has(const std::string& url) const { return by_url_.contains(url); }
  // Captures of a URL besides the one that stays.
  std::int64_t again() const { return again_; }
  // Gives pages that were received again the bytes that they repeat: those of the page of the site that stays with the
  // same payload digest, the first by URL. Where there is none, the page stays as it is. Call it before sort(), if at
  // all.
  void resolve_revisits();
  // In order of URL. The id of a page is its place there, from 1 on.
  void sort();
  const std::vector<Record>& sorted() const { return records_; }  // after sort()
  // Pages with a body, and redirects: what SiteWork::of needs. After sort().
  std::vector<crawl::SitePage> pages() const;

  // Thread-safe.
  Result<std::string> body(std::int64_t page) override;
  void clear();

 private:
  void note_revisit(std::size_t at, bool fresh, const crawl::CapturedPage& page, const Record& record);

  const bool keeps_revisits_;
  std::vector<Record> records_;
  std::unordered_map<std::string, std::size_t> by_url_;
  std::unordered_map<std::size_t, Record> revisits_;  // by the number of the record that each would replace
  crawl::BodyStore bodies_;
  std::int64_t again_ = 0;
};

}  // namespace pith::map
