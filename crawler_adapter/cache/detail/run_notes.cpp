#include "crawler_adapter/cache/detail/run_notes.h"

#include <map>

#include "crawler_adapter/cache/detail/host_of_page.h"

namespace pith::crawl {
namespace {

constexpr const char* refused = "refused:";

}  // namespace

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

std::set<HostInRun> refusals(CacheConnection& cache) {
  const Cursor query = cache.cursor(
      "SELECT substr(rest, instr(rest, ':') + 1), CAST(rest AS INTEGER), number FROM (SELECT substr(key, 1 + "
      "length(?1)) AS rest, CAST(value AS INTEGER) AS number FROM meta WHERE key LIKE ?1 || '%:%')");
  query->bind(1, refused);
  std::map<HostInRun, std::int64_t> noted;
  while (query->executeStep())
    noted[{query->getColumn(0).getString(), query->getColumn(1).getInt64()}] = query->getColumn(2).getInt64();
  if (noted.empty()) return {};
  std::map<std::string, std::int64_t> known;
  static const std::string sql = std::string("SELECT ") + host_of_page +
                                 ", count(*) FROM page WHERE settled = 1 AND state <> 'skipped' GROUP BY 1";
  const Cursor pages = cache.cursor(sql.c_str());
  while (pages->executeStep()) known[pages->getColumn(0).getString()] = pages->getColumn(1).getInt64();
  std::set<HostInRun> out;
  for (const auto& [note, number] : noted)
    if (is_wall(number, known[note.first])) out.insert(note);
  return out;
}

void note_refusal(CacheConnection& cache, const std::string& host, std::int64_t run) {
  const Cursor put = cache.cursor(
      "INSERT INTO meta VALUES(?3 || ?2 || ':' || ?1, 1) ON CONFLICT(key) DO UPDATE SET value = CAST(value AS INTEGER) "
      "+ "
      "1");
  put->bind(1, host);
  put->bind(2, run);
  put->bind(3, refused);
  put->exec();
}

void forget_refusals(CacheConnection& cache, std::int64_t run) {
  const Cursor drop = cache.cursor(
      "DELETE FROM meta WHERE key LIKE ?1 || '%:%' AND (CAST(substr(key, 1 + length(?1)) AS INTEGER) = ?2 OR "
      "(-CAST(substr(key, 1 + length(?1)) AS INTEGER) NOT IN (SELECT settled FROM page WHERE settled < 0) AND "
      "CAST(substr(key, 1 + length(?1)) AS INTEGER) NOT IN (SELECT run FROM crawl)))");
  drop->bind(1, refused);
  drop->bind(2, run);
  drop->exec();
}

}  // namespace pith::crawl
