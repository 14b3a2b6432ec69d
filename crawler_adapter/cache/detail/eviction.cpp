#include "crawler_adapter/cache/detail/eviction.h"

#include <algorithm>

namespace pith::crawl {

namespace {

using Excess = CacheConnection::Excess;

// Drops the oldest bodies that `query` lists (id, stored) until there is no excess.
Pruned evict_while(CacheConnection& impl, SQLite::Statement& query, Excess& over) {
  Pruned pruned;
  while ((over.pages > 0 || over.bytes > 0) && query.executeStep()) {
    const std::int64_t page = query.getColumn(0).getInt64(), stored = query.getColumn(1).getInt64();
    for (const char* sql : {"DELETE FROM body WHERE page = ?", "DELETE FROM body_size WHERE page = ?"}) {
      const Cursor remove = impl.cursor(sql);
      remove->bind(1, page);
      remove->exec();
    }
    --over.pages;
    over.bytes -= stored;
    ++pruned.pages;
    pruned.bytes += stored;
  }
  return pruned;
}

// `site`: that of kept_excess.
Pruned evict_excess(CacheConnection& impl, const std::string& site, SQLite::Statement& query, Excess over,
                    bool thorough) {
  const auto kept = impl.kept_excess.find(site);
  if (kept != impl.kept_excess.end() && !thorough && over.pages <= kept->second.pages + kept->second.pages / 10 &&
      over.bytes <= kept->second.bytes + kept->second.bytes / 10)
    return {};
  if (kept != impl.kept_excess.end()) impl.kept_excess.erase(kept);
  const Pruned pruned = evict_while(impl, query, over);
  if (over.pages > 0 || over.bytes > 0)
    impl.kept_excess[site] = {std::max<std::int64_t>(over.pages, 0), std::max<std::int64_t>(over.bytes, 0)};
  return pruned;
}

}  // namespace

std::int64_t stored_bytes(CacheConnection& impl) {
  const Cursor sum = impl.cursor("SELECT ifnull(sum(stored), 0) FROM site");
  sum->executeStep();
  return sum->getColumn(0).getInt64();
}

Pruned evict_of_site(CacheConnection& impl, const std::string& site, bool thorough) {
  const CacheOptions& bounds = impl.options;
  if (bounds.site_max_pages <= 0 && bounds.site_max_bytes <= 0) return {};
  const Cursor size = impl.cursor("SELECT bodies, stored FROM site WHERE name = ?");
  size->bind(1, site);
  if (!size->executeStep()) return {};
  const Excess over{.pages = bounds.site_max_pages > 0 ? size->getColumn(0).getInt64() - bounds.site_max_pages : 0,
                    .bytes = bounds.site_max_bytes > 0 ? size->getColumn(1).getInt64() - bounds.site_max_bytes : 0};
  const Cursor oldest = impl.cursor(
      "SELECT body_size.page, stored FROM body_size JOIN page ON page.id = body_size.page "
      "WHERE body_size.site = ? AND state <> 'pending' ORDER BY body_size.fetched, body_size.page");
  oldest->bind(1, site);
  return evict_excess(impl, site, *oldest, over, thorough);
}

Pruned evict_of_all(CacheConnection& impl, bool thorough) {
  if (impl.options.max_bytes <= 0) return {};
  const Excess over{.pages = 0, .bytes = stored_bytes(impl) - impl.options.max_bytes};
  const Cursor oldest = impl.cursor(
      "SELECT body_size.page, stored FROM body_size JOIN page ON page.id = body_size.page "
      "WHERE state <> 'pending' ORDER BY body_size.fetched, body_size.page");
  return evict_excess(impl, {}, *oldest, over, thorough);
}

}  // namespace pith::crawl
