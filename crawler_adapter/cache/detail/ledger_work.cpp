// The page cache's bookkeeping of extraction.
#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/record_checksum.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"

namespace pith::crawl {
namespace {

// The URL from the page's record: SQLite prefers to read it from an index, where a bit may have flipped as well.
std::string url_of_record(CacheConnection& impl, std::int64_t page) {
  const Cursor query = impl.cursor("SELECT url FROM page NOT INDEXED WHERE id = ?");
  query->bind(1, page);
  return query->executeStep() ? query->getColumn(0).getString() : std::string();
}

}  // namespace

Result<std::vector<std::string>> CacheLedger::sites() {
  return guarded<Result<std::vector<std::string>>>(impl_->file, [&]() -> Result<std::vector<std::string>> {
    const Cursor query = impl_->cursor("SELECT name FROM site ORDER BY name");
    std::vector<std::string> sites;
    while (query->executeStep()) sites.push_back(query->getColumn(0).getString());
    return sites;
  });
}

Result<std::vector<std::string>> CacheLedger::sites_with_work(const std::string& options_digest) {
  return guarded<Result<std::vector<std::string>>>(impl_->file, [&]() -> Result<std::vector<std::string>> {
    const Cursor query = impl_->cursor(
        "SELECT name FROM site WHERE processed <> change OR options <> ? "
        "OR EXISTS(SELECT 1 FROM page WHERE page.site = name AND state = 'pending') ORDER BY name");
    query->bind(1, options_digest);
    std::vector<std::string> sites;
    while (query->executeStep()) sites.push_back(query->getColumn(0).getString());
    return sites;
  });
}

Result<std::map<std::string, std::string>> CacheLedger::options_of_sites() {
  using Options = std::map<std::string, std::string>;
  return guarded<Result<Options>>(impl_->file, [&]() -> Result<Options> {
    const Cursor query = impl_->cursor("SELECT name, options FROM site WHERE options <> ''");
    Options options;
    while (query->executeStep()) options.emplace(query->getColumn(0).getString(), query->getColumn(1).getString());
    return options;
  });
}

Result<CacheLedger::SiteState> CacheLedger::site_state(const std::string& site) {
  return guarded<Result<SiteState>>(impl_->file, [&]() -> Result<SiteState> {
    SQLite::Transaction transaction(impl_->database);  // so that both tables are read in the same state
    SiteState state;
    const Cursor change = impl_->cursor("SELECT change FROM site WHERE name = ?");
    change->bind(1, site);
    if (change->executeStep()) state.change = change->getColumn(0).getInt64();
    // Usable pages are HTML pages with a successful answer; the reasons given at capture time rule out the others.
    static const std::string sql =
        std::string(
            "SELECT id, url, CASE WHEN body_size.page IS NOT NULL AND status BETWEEN 200 AND 299 AND reason NOT IN "
            "('not_html', 'gone', 'bad_url', 'url_too_long', 'damaged_body') THEN digest ELSE '' END, redirect_to, "
            "charset, state = 'pending', in_index, "
            "fingerprint, document_digest, links, robots, crawl = ?, shape, page.fetched, folded_into <> '', reason = "
            "'crashed', settled = 0 AND run > 0 AND (state <> 'skipped' OR folded_into <> ''), ") +
        record_is_intact +
        " FROM page LEFT JOIN body_size ON body_size.page = page.id WHERE page.site = ? ORDER BY url";
    const Cursor query = impl_->cursor(sql.c_str());
    query->bind(1, siblings_crawl);
    query->bind(2, site);
    while (query->executeStep()) {
      SitePage page;
      page.id = query->getColumn(0).getInt64();
      page.url = query->getColumn(17).getInt() != 0 ? query->getColumn(1).getString() : url_of_record(*impl_, page.id);
      page.digest = query->getColumn(2).getString();
      page.redirect_to = query->getColumn(3).getString();
      page.charset = query->getColumn(4).getString();
      page.pending = query->getColumn(5).getInt() != 0;
      page.in_index = query->getColumn(6).getInt() != 0;
      page.fingerprint = query->getColumn(7).getString();
      page.document_digest = query->getColumn(8).getString();
      auto links = links_of(query->getColumn(9));
      page.robots = query->getColumn(10).getString();
      page.fetched_as_sibling = query->getColumn(11).getInt() != 0;
      page.fetched = query->getColumn(13).getInt64();
      page.folded = query->getColumn(14).getInt() != 0;
      page.crashed = query->getColumn(15).getInt() != 0;
      page.in_doubt = query->getColumn(16).getInt() != 0;
      if (const auto shape = unsealed_blob(query->getColumn(12))) page.shape = std::string(*shape);
      page.links_known = links.has_value();
      if (links) page.links = *std::move(links);
      if (!page.digest.empty() || !page.redirect_to.empty()) state.pages.push_back(std::move(page));
    }
    return state;
  });
}

std::optional<Error> CacheLedger::announce(std::span<const std::int64_t> pages) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    for (const std::int64_t page : pages) {
      // A document that was indexed before gets a digest that no document has; without a digest, counts() does not
      // count it.
      const Cursor mark = impl_->cursor(
          "UPDATE page SET in_index = 1, fingerprint = '', document_digest = iif(document_digest = '', '', 'unknown') "
          "WHERE id = ?");
      mark->bind(1, page);
      mark->exec();
      const Cursor again =
          impl_->cursor("UPDATE site SET processed = -1 WHERE name = (SELECT site FROM page WHERE id = ?)");
      again->bind(1, page);
      again->exec();
    }
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> CacheLedger::record(std::span<const Outcome> outcomes) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    for (const Outcome& outcome : outcomes) {
      const Cursor update = impl_->cursor(
          "UPDATE page SET state = iif(?12, state, ?1), reason = iif(?12, reason, ?2), confidence = ?3, page_words "
          "= ?4, "
          "content_words = ?5, fingerprint = ?6, document_digest = ?7, canonical = ?13, content_digest = ?14, simhash "
          "= ?15, keyed_simhash = ?16, has_headline = ?17, aside_words = ?18, template_words = ?19, link_texts = ?20, "
          "folded_into = iif(?12, folded_into, '') WHERE id = ?8 AND digest = ?9 AND charset = ?10 AND robots = ?11 "
          "AND status BETWEEN 200 AND 299 AND reason <> 'gone' AND (NOT ?12 OR folded_into <> '')");
      update->bind(1, name_of(outcome.state));
      update->bind(2, outcome.reason.name());
      update->bind(3, outcome.confidence);
      update->bind(4, outcome.page_words);
      update->bind(5, outcome.content_words);
      update->bind(6, outcome.fingerprint);
      update->bind(7, outcome.document_digest);
      update->bind(8, outcome.page);
      update->bind(9, outcome.digest);
      update->bind(10, outcome.charset);
      update->bind(11, outcome.robots);
      update->bind(12, outcome.stays_folded ? 1 : 0);
      update->bind(13, outcome.canonical);
      update->bind(14, outcome.content.digest);
      update->bind(15, static_cast<std::int64_t>(outcome.content.simhash));
      update->bind(16, outcome.content.keyed.data(), sizeof outcome.content.keyed);
      update->bind(17, outcome.has_headline ? 1 : 0);
      update->bind(18, outcome.aside_words);
      update->bind(19, outcome.template_words);
      const std::string link_texts = sealed(outcome.link_texts);
      update->bind(20, static_cast<const void*>(link_texts.data()), static_cast<int>(link_texts.size()));
      update->exec();
      if (!outcome.in_index) continue;
      const Cursor mark = impl_->cursor("UPDATE page SET in_index = 1 WHERE id = ? AND in_index = 0");
      mark->bind(1, outcome.page);
      mark->exec();
    }
    transaction.commit();
    return std::nullopt;
  });
}

std::optional<Error> CacheLedger::finish_site(const std::string& site, const std::string& options_digest,
                                              std::int64_t change) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    const Cursor update = impl_->cursor("UPDATE site SET processed = ?, options = ? WHERE name = ?");
    update->bind(1, change);
    update->bind(2, options_digest);
    update->bind(3, site);
    update->exec();
    return std::nullopt;
  });
}

Result<std::vector<std::pair<std::int64_t, std::string>>> CacheLedger::to_remove(const std::string& site) {
  using List = std::vector<std::pair<std::int64_t, std::string>>;
  return guarded<Result<List>>(impl_->file, [&]() -> Result<List> {
    const Cursor query = impl_->cursor(
        "SELECT id, url FROM page WHERE in_index = 1 AND state = 'skipped' AND (?1 = '' OR site = ?1) ORDER BY url");
    query->bind(1, site);
    List list;
    while (query->executeStep()) list.emplace_back(query->getColumn(0).getInt64(), query->getColumn(1).getString());
    return list;
  });
}

std::optional<Error> CacheLedger::mark_removed(std::span<const std::int64_t> pages) {
  return guarded<std::optional<Error>>(impl_->file, [&]() -> std::optional<Error> {
    WriteTransaction transaction(impl_->database);
    for (const std::int64_t page : pages) {
      const Cursor update =
          impl_->cursor("UPDATE page SET in_index = 0, document_digest = '', inbound_digest = '' WHERE id = ?");
      update->bind(1, page);
      update->exec();
    }
    transaction.commit();
    return std::nullopt;
  });
}

Result<bool> CacheLedger::take(const std::string& site, std::int64_t day, std::int64_t limit) {
  if (limit <= 0) return false;  // the statement below does not check the first request of a day
  return guarded<Result<bool>>(impl_->file, [&]() -> Result<bool> {
    WriteTransaction transaction(impl_->database);
    const Cursor forget = impl_->cursor("DELETE FROM fetch_budget WHERE day < ?");
    forget->bind(1, day - 1);
    forget->exec();
    const Cursor add = impl_->cursor(
        "INSERT INTO fetch_budget VALUES(?, ?, 1) ON CONFLICT(site, day) DO UPDATE SET used = used + 1 WHERE used < ?");
    add->bind(1, site);
    add->bind(2, day);
    add->bind(3, limit);
    const bool taken = add->exec() == 1;
    transaction.commit();
    return taken;
  });
}

}  // namespace pith::crawl
