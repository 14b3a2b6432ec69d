#include "crawler_adapter/cache/cache_capture.h"

#include <algorithm>
#include <vector>

#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/capture_batch.h"
#include "crawler_adapter/cache/detail/eviction.h"
#include "crawler_adapter/cache/detail/open_cache.h"
#include "crawler_adapter/cache/detail/run_end.h"
#include "crawler_adapter/cache/detail/schema_copy.h"

namespace pith::crawl {
Result<CacheCapture> CacheCapture::open(const CacheOptions& options) {
  auto connection = open_connection(options);
  if (!connection) return connection.error();
  return CacheCapture(*std::move(connection));
}

std::optional<Error> CacheCapture::store(std::span<const CapturedPage> pages, const CrawlRun& run) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    std::vector<CapturedRecord> prepared;
    prepared.reserve(pages.size());
    for (const CapturedPage& page : pages) prepared.push_back(record_of(page, impl_->options));
    WriteTransaction transaction(impl_->database);
    CaptureBatch batch(*impl_, run);
    for (std::size_t i = 0; i < pages.size(); ++i) batch.store(pages[i], prepared[i]);
    std::vector<std::string> sites;
    for (CapturedRecord& p : prepared) sites.push_back(std::move(p.site));
    std::sort(sites.begin(), sites.end());
    sites.erase(std::unique(sites.begin(), sites.end()), sites.end());
    for (const std::string& site : sites) evict_of_site(*impl_, site);
    evict_of_all(*impl_);
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> CacheCapture::note_unkept(std::span<const std::string> urls, const CrawlRun& run) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    CaptureBatch batch(*impl_, run);
    for (const std::string& url : urls) {
      const auto parsed = parse_url(url);
      batch.unkept(parsed ? parsed->str() : std::string());
    }
    transaction.commit();
    return std::nullopt;
  });
}

Result<std::int64_t> CacheCapture::begin_run(const std::string& crawl) {
  return guarded<Result<std::int64_t>>(impl_->file, [&]() -> Result<std::int64_t> {
    WriteTransaction transaction(impl_->database);
    std::int64_t run = 0;
    {
      const Cursor next = impl_->cursor(
          // No two runs of any crawls have the same number. A repaired cache may have lost those of the last runs.
          "INSERT INTO crawl(name, run) VALUES(?1, (SELECT 1 + max((SELECT ifnull(max(run), 0) FROM crawl), "
          "(SELECT ifnull(max(max(run, -settled)), 0) FROM page)))) "
          "ON CONFLICT(name) DO UPDATE SET run = excluded.run RETURNING run");
      next->bind(1, crawl);
      next->executeStep();
      run = next->getColumn(0).getInt64();
    }  // an unfinished writing statement would prevent the commit
    transaction.commit();
    return run;
  });
}

Result<Retired> CacheCapture::end_run(const CrawlRun& run, const RunEndOptions& options) {
  return guarded<Result<Retired>>(impl_->file, [&]() -> Result<Retired> {
    WriteTransaction transaction(impl_->database);
    auto retired = RunEnd(*impl_, run, options).end();
    if (retired) transaction.commit();
    return retired;
  });
}

Result<Pruned> CacheCapture::evict() {
  return guarded<Result<Pruned>>(impl_->file, [&]() -> Result<Pruned> {
    WriteTransaction transaction(impl_->database);
    std::vector<std::string> sites;
    {
      const Cursor query = impl_->cursor("SELECT name FROM site ORDER BY name");
      while (query->executeStep()) sites.push_back(query->getColumn(0).getString());
    }
    Pruned pruned;
    const auto add = [&](const Pruned& part) {
      pruned.pages += part.pages;
      pruned.bytes += part.bytes;
    };
    for (const std::string& site : sites) add(evict_of_site(*impl_, site, true));
    add(evict_of_all(*impl_, true));
    transaction.commit();
    return pruned;
  });
}

Result<Pruned> CacheCapture::prune() {
  const auto pruned = evict();
  if (!pruned) return pruned;
  return guarded<Result<Pruned>>(impl_->file, [&]() -> Result<Pruned> {
    impl_->database.exec("VACUUM");
    keep_schema_copy(impl_->database, impl_->file, true);
    impl_->database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return *pruned;
  });
}

}  // namespace pith::crawl
