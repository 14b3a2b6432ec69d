#include "crawler_adapter/cache/detail/withdrawals.h"

#include <optional>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/cache/detail/body_codec.h"
#include "crawler_adapter/cache/detail/host_of_page.h"

namespace pith::crawl {
namespace {

// A login that leads back to where one came from: "/login?next=%2Fp1.html".
bool names(const Url& target, const Url& page) {
  if (!target.query) return false;
  const std::string path = page.query ? page.path + "?" + *page.query : page.path;
  return target.query->find(path) != std::string::npos || target.query->find(url_escaped(path)) != std::string::npos;
}

}  // namespace

void withdraw(CacheConnection& cache, std::int64_t page, const CrawlRun& run, const CapturedPage& answer,
              const CapturedRecord& prepared) {
  const Cursor put = cache.cursor(
      "INSERT OR REPLACE INTO withdrawal(page, crawl, run, status, redirect_to, content_type, charset, robots, etag, "
      "last_modified, fetched, digest, size, bytes) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  put->bind(1, page);
  put->bind(2, run.crawl);
  put->bind(3, run.run);
  put->bind(4, answer.status);
  put->bind(5, answer.redirect_to);
  put->bind(6, prepared.content_type);
  put->bind(7, prepared.charset);
  put->bind(8, prepared.robots);
  put->bind(9, prepared.etag);
  put->bind(10, prepared.last_modified);
  put->bind(11, answer.fetched);
  put->bind(12, prepared.digest);
  put->bind(13, static_cast<std::int64_t>(answer.body.size()));
  const std::string bytes = is_success(answer.status) ? compress_body(answer.body) : std::string();
  if (!bytes.empty()) put->bindNoCopy(14, bytes.data(), static_cast<int>(bytes.size()));
  put->exec();
}

void withdraw_failed(CacheConnection& cache, std::int64_t page, const CrawlRun& run) {
  const Cursor put = cache.cursor("INSERT OR REPLACE INTO withdrawal(page, crawl, run) VALUES(?, ?, ?)");
  put->bind(1, page);
  put->bind(2, run.crawl);
  put->bind(3, run.run);
  put->exec();
}

bool end_withdrawal(CacheConnection& cache, std::int64_t page) {
  const Cursor end = cache.cursor("DELETE FROM withdrawal WHERE page = ?");
  end->bind(1, page);
  return end->exec() > 0;
}

void hold(CacheConnection& cache, std::int64_t page, const CrawlRun& run, bool unmet) {
  const Cursor note = unmet
                          ? cache.cursor("INSERT OR REPLACE INTO withdrawal(page, crawl, run, held) VALUES(?, ?, ?, 1)")
                          : cache.cursor("UPDATE withdrawal SET held = 1, bytes = NULL WHERE page = ?");
  note->bind(1, page);
  if (unmet) {
    note->bind(2, run.crawl);
    note->bind(3, run.run);
  }
  note->exec();
}

std::vector<WithdrawnPage> withdrawals_of(CacheConnection& cache, const CrawlRun& run) {
  static const std::string sql =
      std::string("SELECT page.id, ") + host_of_page +
      ", page.state <> 'skipped', withdrawal.digest, page.url, withdrawal.status, "
      "withdrawal.redirect_to, withdrawal.content_type, withdrawal.charset, withdrawal.robots, withdrawal.etag, "
      "withdrawal.last_modified, withdrawal.fetched, page.digest, page.folded_into <> '', page.settled FROM withdrawal "
      "JOIN page ON page.id = withdrawal.page WHERE withdrawal.crawl = ?1 AND withdrawal.run = ?2 AND NOT "
      "withdrawal.held ORDER BY page.url";
  const Cursor query = cache.cursor(sql.c_str());
  query->bind(1, run.crawl);
  query->bind(2, run.run);
  std::vector<WithdrawnPage> out;
  while (query->executeStep()) {
    const auto text = [&](int column) { return query->getColumn(column).getString(); };
    WithdrawnPage page{.page = query->getColumn(0).getInt64(),
                       .host = text(1),
                       .is_shown = query->getColumn(2).getInt() != 0,
                       .is_folded = query->getColumn(14).getInt() != 0,
                       .settled = query->getColumn(15).getInt64(),
                       .former_digest = text(13),
                       .digest = text(3),
                       .answer = {.url = text(4),
                                  .status = query->getColumn(5).getInt(),
                                  .redirect_to = text(6),
                                  .content_type = text(7),
                                  .charset = text(8),
                                  .etag = text(10),
                                  .last_modified = text(11),
                                  .robots = text(9),
                                  .fetched = query->getColumn(12).getInt64()}};
    const auto from = page.answer.redirect_to.empty() ? std::nullopt : parse_url(page.answer.url);
    if (auto target = from ? resolve(*from, page.answer.redirect_to) : std::nullopt) {
      if (names(*target, *from)) target->query.reset();
      page.target = target->str();
    }
    page.failed = page.answer.status == 0;
    out.push_back(std::move(page));
  }
  return out;
}

Result<std::string> withdrawn_body(CacheConnection& cache, std::int64_t page) {
  const Cursor query = cache.cursor("SELECT size, bytes FROM withdrawal WHERE page = ? AND bytes IS NOT NULL");
  query->bind(1, page);
  if (!query->executeStep()) return std::string();
  const SQLite::Column bytes = query->getColumn(1);
  const std::string_view stored(static_cast<const char*>(bytes.getBlob()), static_cast<std::size_t>(bytes.getBytes()));
  return decompress_body(stored, static_cast<std::size_t>(query->getColumn(0).getInt64()));
}

}  // namespace pith::crawl
