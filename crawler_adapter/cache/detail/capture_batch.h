// Captured pages on their way into the page cache.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/withdrawals.h"
#include "crawler_adapter/cache/recapture.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

// Within one transaction.
class CaptureBatch {
 public:
  CaptureBatch(CacheConnection& cache, const CrawlRun& run) : impl_(cache), run_(run) {}

  // See CacheCapture::store. In a run of a crawl, a page whose server no longer gives it, gives bytes that differing
  // pages share now, loses words (notices.h), or fails, is withdrawn: it stays as it is until the run has ended
  // (run_end.h). So is what comes for a URL that was known, and no page.
  void store(const CapturedPage& page, CapturedRecord& prepared);
  // See CacheCapture::note_unkept.
  void unkept(const std::string& url);
  // The answer for which the page was withdrawn replaces it.
  void apply_withdrawal(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared);
  // The page's body; empty if it is not kept.
  std::string body_of(std::int64_t id) const;
  // The page was found after all, or failed for now.
  void keep_withdrawn(std::int64_t id);
  // The crawl could not see all that it saw before.
  void note_failure();

 private:
  // What the cache has of a URL.
  struct Row {
    std::int64_t id = 0, run = 0;
    KnownCapture known;
    std::string digest, redirect_to, charset, robots, crawl;
    bool skipped = false;

    bool is_gone() const { return skipped && known.reason == PageReason::gone; }
    bool is_same(const CapturedPage& page, const CapturedRecord& record) const;
  };

  std::optional<Row> find(const std::string& url);
  CrawlRun owner_of(const std::string& crawl, bool gone) const;
  bool is_in_run() const { return !run_.crawl.empty() && run_.run > 0; }
  bool meet_bytes(const CapturedPage& page, const CapturedRecord& record, const Row* row);
  // In this run.
  bool is_found(const Row& row) const { return row.crawl == run_.crawl && row.run >= run_.run; }
  // A crawler that was left over from a killed run has nothing to say of it.
  bool is_met_later(const Row& row) const { return is_in_run() && row.crawl == run_.crawl && row.run > run_.run; }
  void set_aside(const Row& row, const CapturedPage& page, const CapturedRecord& prepared);
  bool is_page_set_aside(std::int64_t id) const;
  bool is_held_notice(const std::string& digest) const;
  bool is_withdrawn(const CapturedPage& page, const CapturedRecord& record, const Row& row, bool shares_bytes) const;
  void changed(const std::string& site);
  std::int64_t& urls_of(const std::string& site);
  void refuse(const std::string& site);
  void insert(const CapturedPage& page, const CapturedRecord& prepared);
  void replace(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared, const CrawlRun& owner);
  void bind(SQLite::Statement& s, const CapturedPage& page, const CapturedRecord& prepared, const CrawlRun& owner);
  void store_body(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared);
  void touch(std::int64_t id, const CapturedRecord* same, std::int64_t fetched, const CrawlRun& owner);
  bool renew_body(std::int64_t id, const CapturedPage& page);
  bool has_room(const CapturedPage& page, const std::string& site);
  void revive(std::int64_t id, const std::string& site);

  CacheConnection& impl_;
  const CrawlRun& run_;
};

}  // namespace pith::crawl
