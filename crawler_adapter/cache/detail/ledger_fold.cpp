// Duplicates in the page cache: what pages are compared by, and which of them are folded into another page.
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/page_reason.h"

namespace pith::crawl {

Result<std::vector<ExtractedRow>> CacheLedger::extracted_rows(const std::string& site) {
  return guarded<Result<std::vector<ExtractedRow>>>(impl_->file, [&]() -> Result<std::vector<ExtractedRow>> {
    const Cursor query = impl_->cursor(
        "SELECT id, url, canonical, content_digest, simhash, content_words, folded_into, reason, "
        "body_size.page IS NOT NULL OR (in_index AND folded_into = ''), keyed_simhash, digest, "
        "has_headline, page_words, links "
        "FROM page LEFT JOIN body_size ON body_size.page = page.id "
        "WHERE page.site = ? AND (state IN ('main', 'fallback', 'whole') OR folded_into <> '') ORDER BY url");
    query->bind(1, site);
    std::vector<ExtractedRow> rows;
    while (query->executeStep()) {
      ExtractedRow& row = rows.emplace_back();
      row.id = query->getColumn(0).getInt64();
      row.url = query->getColumn(1).getString();
      row.canonical = query->getColumn(2).getString();
      row.content.digest = query->getColumn(3).getString();
      row.content.simhash = static_cast<std::uint64_t>(query->getColumn(4).getInt64());
      row.content.words = query->getColumn(5).getInt64();
      row.folded_into = query->getColumn(6).getString();
      row.reason = PageReason::named(query->getColumn(7).getString());
      row.can_be_indexed = query->getColumn(8).getInt() != 0;
      const SQLite::Column keyed = query->getColumn(9);
      if (keyed.getBytes() == sizeof row.content.keyed)
        std::memcpy(row.content.keyed.data(), keyed.getBlob(), sizeof row.content.keyed);
      else
        row.content.simhash = 0;
      row.content.body = query->getColumn(10).getString();
      row.has_headline = query->getColumn(11).getInt() == 1;
      row.page_words = query->getColumn(12).getInt64();
      row.links = links_of(query->getColumn(13)).value_or(std::vector<std::uint64_t>());
    }
    return rows;
  });
}

Result<std::uint64_t> CacheLedger::content_key() {
  return guarded<Result<std::uint64_t>>(impl_->file, [&]() -> Result<std::uint64_t> {
    const Cursor query = impl_->cursor("SELECT value FROM meta WHERE key = 'content_key'");
    return query->executeStep() ? hash_url(query->getColumn(0).getString()) : 0;
  });
}

Result<std::int64_t> CacheLedger::fold(std::span<const FoldChange> changes) {
  if (changes.empty()) return std::int64_t{0};
  return guarded<Result<std::int64_t>>(impl_->file, [&]() -> Result<std::int64_t> {
    WriteTransaction transaction(impl_->database);
    std::int64_t pending = 0;
    for (const FoldChange& change : changes) {
      // The digest of the indexed document is cleared in both directions: a page that comes back is written again,
      // whether or not its document was removed.
      const Cursor update = impl_->cursor(
          change.into.empty()
              ? "UPDATE page SET (state, reason) = (SELECT iif(count(*), 'pending', 'skipped'), iif(count(*), '', "
                "'evicted') "
                "FROM body_size WHERE page = page.id), folded_into = '', document_digest = '', "
                "settled = iif(settled = 2, 1, settled) WHERE id = ?1 AND content_digest = ?2 AND folded_into <> '' "
                "RETURNING state = 'pending'"
              : "UPDATE page SET state = 'skipped', reason = ?3, folded_into = ?4, document_digest = '', "
                "settled = iif(settled = 1, 2, settled) "
                "WHERE id = ?1 AND content_digest = ?2 "
                "AND (state IN ('main', 'fallback', 'whole') OR folded_into <> '') RETURNING 0");
      update->bind(1, change.page);
      update->bind(2, change.digest);
      if (!change.into.empty()) {
        update->bind(3, change.reason.name());
        update->bind(4, change.into);
      }
      if (update->executeStep()) pending += update->getColumn(0).getInt64();
    }
    transaction.commit();
    return pending;
  });
}

}  // namespace pith::crawl
