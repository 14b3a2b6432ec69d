#include "crawler_adapter/cache/detail/run_doubts.h"

#include "crawler_adapter/cache/detail/host_of_page.h"

namespace pith::crawl {
namespace {

bool has_settled(CacheConnection& cache, const std::string& crawl) {
  const Cursor query = cache.cursor(
      "SELECT EXISTS(SELECT 1 FROM page LEFT JOIN withdrawal ON withdrawal.page = page.id WHERE settled = 1 AND "
      "state <> 'skipped' AND (page.crawl = ?1 OR withdrawal.crawl = ?1))");
  query->bind(1, crawl);
  query->executeStep();
  return query->getColumn(0).getInt() != 0;
}

}  // namespace

RunDoubts::RunDoubts(CacheConnection& cache, const CrawlRun& run) : run_(run.run), refusals_(refusals(cache)) {
  static const std::string sql = std::string("SELECT DISTINCT ") + host_of_page +
                                 ", -settled FROM page LEFT JOIN withdrawal ON withdrawal.page = page.id WHERE "
                                 "settled < 0 AND settled <> -?2 AND (page.crawl = ?1 OR withdrawal.crawl = ?1)";
  bool any_known = has_settled(cache, run.crawl);
  const Cursor query = cache.cursor(sql.c_str());
  query->bind(1, run.crawl);
  query->bind(2, run.run);
  while (!any_known && query->executeStep())
    any_known = !refusals_.contains({query->getColumn(0).getString(), query->getColumn(1).getInt64()});
  all_in_doubt_ = !any_known;
}

bool RunDoubts::is_known(std::int64_t settled, const std::string& host) const {
  return settled == 1 ||
         (!is_new(settled) && (all_in_doubt_ || (settled < 0 && !refusals_.contains({host, -settled}))));
}

}  // namespace pith::crawl
