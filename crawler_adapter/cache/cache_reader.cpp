#include "crawler_adapter/cache/cache_reader.h"

#include <algorithm>
#include <string_view>

#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

constexpr const char* page_columns =
    "page.id, page.url, page.site, status, redirect_to, content_type, charset, etag, last_modified, page.fetched, "
    "digest, size, state, reason, confidence, in_index, robots, folded_into, "
    "ifnull((SELECT stored FROM body_size WHERE body_size.page = page.id), 0), "
    "EXISTS(SELECT 1 FROM withdrawal WHERE withdrawal.page = page.id AND withdrawal.held) AND state <> 'skipped'";

CachedPage read_page(SQLite::Statement& row) {
  CachedPage page;
  page.id = row.getColumn(0).getInt64();
  page.url = row.getColumn(1).getString();
  page.site = row.getColumn(2).getString();
  page.status = row.getColumn(3).getInt();
  page.redirect_to = row.getColumn(4).getString();
  page.content_type = row.getColumn(5).getString();
  page.charset = row.getColumn(6).getString();
  page.etag = row.getColumn(7).getString();
  page.last_modified = row.getColumn(8).getString();
  page.fetched = row.getColumn(9).getInt64();
  page.digest = row.getColumn(10).getString();
  page.size = row.getColumn(11).getInt64();
  page.state = state_named(row.getColumn(12).getString());
  page.reason = PageReason::named(row.getColumn(13).getString());
  page.confidence = row.getColumn(14).getDouble();
  page.in_index = row.getColumn(15).getInt() != 0;
  page.robots = row.getColumn(16).getString();
  page.folded_into = row.getColumn(17).getString();
  page.stored = row.getColumn(18).getInt64();
  page.held = row.getColumn(19).getInt() != 0;
  return page;
}

}  // namespace

const CacheOptions& CacheReader::options() const { return impl_->options; }

Result<std::optional<CachedPage>> CacheReader::find(const std::string& url) {
  return guarded<Result<std::optional<CachedPage>>>(impl_->file, [&]() -> Result<std::optional<CachedPage>> {
    static const std::string sql = std::string("SELECT ") + page_columns + " FROM page WHERE url = ?";
    const Cursor query = impl_->cursor(sql.c_str());
    query->bind(1, url);
    if (!query->executeStep()) return std::optional<CachedPage>();
    return std::optional(read_page(*query));
  });
}

Result<std::optional<Withdrawal>> CacheReader::withdrawal(const std::string& url, const CrawlRun& run) {
  return guarded<Result<std::optional<Withdrawal>>>(impl_->file, [&]() -> Result<std::optional<Withdrawal>> {
    const Cursor query = impl_->cursor(
        "SELECT withdrawal.status, withdrawal.redirect_to FROM withdrawal JOIN page ON page.id = withdrawal.page "
        "WHERE page.url = ? AND withdrawal.crawl = ? AND withdrawal.run = ? AND NOT withdrawal.held");
    query->bind(1, url);
    query->bind(2, run.crawl);
    query->bind(3, run.run);
    if (!query->executeStep()) return std::optional<Withdrawal>();
    return std::optional(Withdrawal{query->getColumn(0).getInt(), query->getColumn(1).getString()});
  });
}

Result<std::string> CacheReader::follow_redirects(const std::string& url) {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> {
    std::string at = url;
    for (int step = 0; step < 10; ++step) {
      const Cursor query = impl_->cursor("SELECT redirect_to FROM page WHERE url = ? AND redirect_to <> ''");
      query->bind(1, at);
      if (!query->executeStep()) break;
      at = query->getColumn(0).getString();
    }
    return at;
  });
}

Result<std::vector<std::string>> CacheReader::redirects_to(const std::string& url) {
  return guarded<Result<std::vector<std::string>>>(impl_->file, [&]() -> Result<std::vector<std::string>> {
    const Cursor query = impl_->cursor("SELECT url FROM page WHERE redirect_to = ? AND redirect_to <> '' ORDER BY url");
    query->bind(1, url);
    std::vector<std::string> urls;
    while (query->executeStep()) urls.push_back(query->getColumn(0).getString());
    return urls;
  });
}

Result<std::string> CacheReader::body(std::int64_t page) {
  return guarded<Result<std::string>>(impl_->file, [&]() -> Result<std::string> {
    static const std::string sql = std::string("SELECT bytes, dictionary, size, ") + record_is_intact +
                                   " FROM body JOIN page ON page.id = body.page WHERE body.page = ?";
    const Cursor query = impl_->cursor(sql.c_str());
    query->bind(1, page);
    if (!query->executeStep())
      return not_found(code::no_body,
                       impl_->file + ": no body is kept of page " + std::to_string(page) +
                           " (evicted by the cache's bounds, dropped when the page was gone, or never stored)");
    if (query->getColumn(3).getInt() == 0)
      return not_found(code::damaged_body, impl_->file + ": the record of page " + std::to_string(page) +
                                               " has a wrong checksum; `pith doctor` says more");
    // A damaged frame may claim any size, so memory is allocated for the recorded size.
    const std::int64_t size = std::max<std::int64_t>(query->getColumn(2).getInt64(), 0);
    return impl_->dictionaries.unpack(query->getColumn(0), query->getColumn(1), static_cast<std::size_t>(size));
  });
}

std::optional<Error> CacheReader::each(const std::string& site, const std::function<bool(const CachedPage&)>& visit) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    static const std::string all = std::string("SELECT ") + page_columns + " FROM page ORDER BY url";
    static const std::string one = std::string("SELECT ") + page_columns + " FROM page WHERE site = ? ORDER BY url";
    const Cursor query = impl_->cursor(site.empty() ? all.c_str() : one.c_str());
    if (!site.empty()) query->bind(1, site);
    while (query->executeStep())
      if (!visit(read_page(*query))) break;
    return std::nullopt;
  });
}

}  // namespace pith::crawl
