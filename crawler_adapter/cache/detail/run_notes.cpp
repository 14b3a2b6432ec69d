#include "crawler_adapter/cache/detail/run_notes.h"

namespace pith::crawl {

std::int64_t noted_run(CacheConnection& cache, const std::string& key) {
  const Cursor query = cache.cursor("SELECT CAST(value AS INTEGER) FROM meta WHERE key = ?");
  query->bind(1, key);
  return query->executeStep() ? query->getColumn(0).getInt64() : 0;
}

void note_run(CacheConnection& cache, const std::string& key, std::int64_t run) {
  const Cursor put = cache.cursor(
      "INSERT INTO meta VALUES(?1, ?2) ON CONFLICT(key) DO UPDATE SET value = max(CAST(value AS INTEGER), ?2)");
  put->bind(1, key);
  put->bind(2, run);
  put->exec();
}

void forget_run(CacheConnection& cache, const std::string& key) {
  const Cursor drop = cache.cursor("DELETE FROM meta WHERE key = ?");
  drop->bind(1, key);
  drop->exec();
}

}  // namespace pith::crawl
