#include "crawler_adapter/cache/detail/capture_batch.h"

#include <algorithm>

#include "core/text/site_area.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/eviction.h"
#include "crawler_adapter/cache/detail/host_of_page.h"
#include "crawler_adapter/cache/detail/notices.h"
#include "crawler_adapter/cache/detail/run_notes.h"
#include "crawler_adapter/cache/page_reason.h"
#include "crawler_adapter/cache/page_state.h"

namespace pith::crawl {
void CaptureBatch::store(const CapturedPage& page, CapturedRecord& prepared) {
  auto row = find(prepared.url);
  const bool shares_bytes = meet_bytes(page, prepared, row ? &*row : nullptr);
  if (!row) return insert(page, prepared);
  if (is_met_later(*row)) return;
  if (!page.robots) prepared.robots = row->robots;
  const CrawlRun owner = owner_of(row->crawl, row->is_gone());
  const bool is_less = is_success(page.status) && static_cast<std::int64_t>(page.body.size()) < row->known.size;
  row->known.goes_on = is_less && breaks_off(body_of(row->id), page.body);
  const Recapture recapture = recapture_of(page, prepared, row->known);
  if (recapture == Recapture::ignored) return;
  if (recapture == Recapture::replaces && is_withdrawn(page, prepared, *row, shares_bytes))
    return set_aside(*row, page, prepared);
  if (!row->known.is_page() && !is_success(page.status) && is_page_set_aside(row->id)) return;
  const bool was_set_aside = end_withdrawal(impl_, row->id);
  switch (recapture) {
    case Recapture::ignored:
      return;
    case Recapture::received:
      touch(row->id, &prepared, page.fetched, owner);
      if (row->is_gone()) revive(row->id, prepared.site);
      renew_body(row->id, page);
      return;
    case Recapture::failed:
      if (row->is_gone()) break;
      if (!is_found(*row) || was_set_aside) note_failure();
      if ((!is_found(*row) || was_set_aside) && is_in_run() && !row->skipped && row->known.is_page())
        return withdraw_failed(impl_, row->id, run_);
      touch(row->id, nullptr, 0, owner);
      return;
    case Recapture::replaces:
      break;
  }
  if (!row->is_same(page, prepared)) return replace(row->id, page, prepared, owner);
  touch(row->id, &prepared, page.fetched, owner);
  if (renew_body(row->id, page) || prepared.state != PageState::pending || !has_room(page, prepared.site)) return;
  changed(prepared.site);
  store_body(row->id, page, prepared);
}

// It was met all the same, whatever else captures it before the run ends. Another crawl's stays that one's until then.
void CaptureBatch::set_aside(const Row& row, const CapturedPage& page, const CapturedRecord& prepared) {
  withdraw(impl_, row.id, run_, page, prepared);
  constexpr int least_error = 400;  // which brings no pages
  if (!row.skipped && page.status < least_error) {
    note_refusal(impl_, area_of(prepared.url), run_.run);
    if (!prepared.redirect_to.empty()) note_refusal(impl_, area_of(prepared.redirect_to), run_.run);
  }
  if (row.crawl == run_.crawl || row.crawl.empty()) touch(row.id, nullptr, 0, run_);
}

// In this run: a page where there was none. Another spelling of its URL, which may be a stranger's, does not undo that.
bool CaptureBatch::is_page_set_aside(std::int64_t id) const {
  if (!is_in_run()) return false;
  const Cursor query = impl_.cursor(
      "SELECT 1 FROM withdrawal WHERE page = ? AND crawl = ? AND run = ? AND NOT held AND status BETWEEN 200 AND 299");
  query->bind(1, id);
  query->bind(2, run_.crawl);
  query->bind(3, run_.run);
  return query->executeStep();
}

void CaptureBatch::unkept(const std::string& url) {
  const auto row = url.empty() ? std::nullopt : find(url);
  if (row && is_met_later(*row)) return;
  if (url.empty() || (row && !is_found(*row))) note_failure();
  if (row) end_withdrawal(impl_, row->id);
  if (row && !row->is_gone()) touch(row->id, nullptr, 0, owner_of(row->crawl, false));
}

// Whether the capture brings nothing else, and the reason why the page is skipped, if it is, still holds.
bool CaptureBatch::Row::is_same(const CapturedPage& page, const CapturedRecord& record) const {
  const bool revived = record.state == PageState::pending && skipped &&
                       (is_gone() || known.reason == PageReason::evicted || known.reason == PageReason::too_large ||
                        known.reason == PageReason::not_html || known.reason == PageReason::damaged_body);
  return !revived && known.status == page.status && digest == record.digest && redirect_to == record.redirect_to &&
         charset == record.charset && robots == record.robots &&
         (record.state == PageState::pending || (skipped && known.reason == record.reason));
}

std::optional<CaptureBatch::Row> CaptureBatch::find(const std::string& url) {
  const Cursor query = impl_.cursor(
      "SELECT id, status, digest, redirect_to, charset, state, reason, robots, crawl, run, size FROM page "
      "WHERE url = ?");
  query->bind(1, url);
  if (!query->executeStep()) return std::nullopt;
  const auto text = [&](int column) { return query->getColumn(column).getString(); };
  Row row{.id = query->getColumn(0).getInt64(),
          .run = query->getColumn(9).getInt64(),
          .known = {.status = query->getColumn(1).getInt(), .size = query->getColumn(10).getInt64()},
          .digest = text(2),
          .redirect_to = text(3),
          .charset = text(4),
          .robots = text(7),
          .crawl = text(8),
          .skipped = state_named(text(5)) == PageState::skipped};
  row.known.has_body = !row.digest.empty();
  row.known.is_redirect = !row.redirect_to.empty();
  row.known.reason = PageReason::named(text(6));
  return row;
}

void CaptureBatch::note_failure() {
  if (!run_.crawl.empty()) note_run(impl_, failed_run + run_.crawl, run_.run);
}

// The crawl, and its run, that a page belongs to now. A capture without a name does not take a page from a crawl,
// which could then never declare it gone. It does take pages that the crawl has given up.
CrawlRun CaptureBatch::owner_of(const std::string& crawl, bool gone) const {
  const bool keeps = run_.crawl.empty() && !gone && crawl != siblings_crawl;
  return keeps ? CrawlRun{.crawl = crawl, .run = 0} : run_;
}

// Whether differing pages have these bytes now.
bool CaptureBatch::meet_bytes(const CapturedPage& page, const CapturedRecord& record, const Row* row) {
  if (!is_in_run()) return false;
  const bool is_same = page.status == 304 && row;
  if (!is_same && record.state != PageState::pending) return false;
  const std::string before = row ? row->digest : std::string();
  return impl_.recent_bodies.meet(run_, is_same ? row->digest : record.digest, before) ||
         (!before.empty() && before != record.digest && !is_same && is_held_notice(record.digest));
}

// Whether held pages of the crawl had these bytes, too.
bool CaptureBatch::is_held_notice(const std::string& digest) const {
  const Cursor query =
      impl_.cursor("SELECT 1 FROM withdrawal WHERE crawl = ? AND held AND digest <> '' AND digest = ? LIMIT 1");
  query->bind(1, run_.crawl);
  query->bind(2, digest);
  return query->executeStep();
}

// If a server does so with most pages, they are not gone; and what comes instead of pages that were none, such as
// redirects, may be the same.
bool CaptureBatch::is_withdrawn(const CapturedPage& page, const CapturedRecord& record, const Row& row,
                                bool shares_bytes) const {
  if (!is_in_run()) return false;
  const bool is_other_text = record.state == PageState::pending && record.digest != row.digest;
  const bool is_folded = row.skipped && row.known.reason == PageReason::duplicate;
  if (!row.known.is_page() || (row.skipped && !is_folded)) return is_other_text;
  const auto loses = [&] {
    return loses_words(readable_words(body_of(row.id), record.url), readable_words(page.body, record.url));
  };
  return (is_other_text && loses()) || (!row.skipped && (shares_bytes || !is_success(page.status)));
}

std::string CaptureBatch::body_of(std::int64_t id) const {
  const Cursor query = impl_.cursor(
      "SELECT bytes, dictionary, page.size FROM body JOIN page ON page.id = body.page WHERE body.page = ?");
  query->bind(1, id);
  if (!query->executeStep()) return {};
  const std::int64_t size = std::max<std::int64_t>(query->getColumn(2).getInt64(), 0);
  auto body = impl_.dictionaries.unpack(query->getColumn(0), query->getColumn(1), static_cast<std::size_t>(size));
  return body ? *std::move(body) : std::string();
}

void CaptureBatch::apply_withdrawal(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared) {
  end_withdrawal(impl_, id);
  replace(id, page, prepared, run_);
}

void CaptureBatch::keep_withdrawn(std::int64_t id) {
  end_withdrawal(impl_, id);
  touch(id, nullptr, 0, run_);
}

void CaptureBatch::changed(const std::string& site) {
  const Cursor add =
      impl_.cursor("INSERT INTO site(name, change) VALUES(?, 1) ON CONFLICT(name) DO UPDATE SET change = change + 1");
  add->bind(1, site);
  add->exec();
}

std::int64_t& CaptureBatch::urls_of(const std::string& site) {
  const auto [at, fresh] = impl_.urls_of_site.try_emplace(site);
  if (fresh) {
    const Cursor count = impl_.cursor("SELECT count(*) FROM page WHERE site = ?");
    count->bind(1, site);
    count->executeStep();
    at->second = count->getColumn(0).getInt64();
  }
  return at->second;
}

void CaptureBatch::refuse(const std::string& site) {
  const Cursor count = impl_.cursor("UPDATE site SET refused = refused + 1 WHERE name = ?");
  count->bind(1, site);
  count->exec();
}

void CaptureBatch::insert(const CapturedPage& page, const CapturedRecord& prepared) {
  if (impl_.options.site_max_urls > 0) {
    std::int64_t& urls = urls_of(prepared.site);
    if (urls >= impl_.options.site_max_urls) return refuse(prepared.site);
    ++urls;
  }
  changed(prepared.site);
  const Cursor add = impl_.cursor(
      "INSERT INTO page(url, site, status, redirect_to, content_type, charset, etag, last_modified, fetched, digest, "
      "size, crawl, run, state, reason, robots, settled, checksum) "
      "VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, "
      "CASE WHEN ?14 = 'skipped' THEN 0 WHEN ?12 = '' THEN 1 ELSE -?13 END, page_checksum(?1, ?3, ?4, ?5, ?6, ?10, "
      "?11, ?16))");
  bind(*add, page, prepared, run_);
  add->exec();
  store_body(impl_.database.getLastInsertRowid(), page, prepared);
}

void CaptureBatch::replace(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared,
                           const CrawlRun& owner) {
  changed(prepared.site);
  const Cursor update = impl_.cursor(
      "UPDATE page SET url = ?1, site = ?2, status = ?3, redirect_to = ?4, content_type = ?5, charset = ?6, etag = "
      "?7, "
      "last_modified = ?8, fetched = ?9, digest = ?10, size = ?11, crawl = ?12, "
      "settled = CASE WHEN ?14 = 'skipped' THEN 0 WHEN ?12 = '' THEN 1 WHEN settled = 2 THEN 0 "
      // Nobody saw it until now, such as a page that asked not to be indexed.
      "WHEN state = 'skipped' AND folded_into = '' THEN -?13 ELSE settled END, "
      "run = CASE WHEN crawl = ?12 THEN max(run, ?13) ELSE ?13 END, state = ?14, "
      "reason = ?15, robots = ?16, checksum = page_checksum(?1, ?3, ?4, ?5, ?6, ?10, ?11, ?16), confidence = 0, "
      "page_words = 0, content_words = 0, aside_words = 0, template_words = 0, links = NULL, shape = NULL, "
      "canonical = '', content_digest = '', simhash = 0, keyed_simhash = NULL, has_headline = 0, folded_into = '', "
      // For a page that leaves the index, it is unknown what the index has until its removal is recorded.
      "document_digest = iif(?14 = 'skipped', '', document_digest) WHERE id = ?17");
  bind(*update, page, prepared, owner);
  update->bind(17, id);
  update->exec();
  for (const char* sql : {"DELETE FROM body WHERE page = ?", "DELETE FROM body_size WHERE page = ?"}) {
    const Cursor remove = impl_.cursor(sql);
    remove->bind(1, id);
    remove->exec();
  }
  store_body(id, page, prepared);
}

void CaptureBatch::bind(SQLite::Statement& s, const CapturedPage& page, const CapturedRecord& prepared,
                        const CrawlRun& owner) {
  s.bind(1, prepared.url);
  s.bind(2, prepared.site);
  s.bind(3, page.status);
  s.bind(4, prepared.redirect_to);
  s.bind(5, prepared.content_type);
  s.bind(6, prepared.charset);
  s.bind(7, prepared.etag);
  s.bind(8, prepared.last_modified);
  s.bind(9, page.fetched);
  s.bind(10, prepared.digest);
  s.bind(11, static_cast<std::int64_t>(page.body.size()));
  s.bind(12, owner.crawl);
  s.bind(13, owner.run);
  s.bind(14, name_of(prepared.state));
  s.bind(15, prepared.reason.name());
  s.bind(16, prepared.robots);
}

void CaptureBatch::store_body(std::int64_t id, const CapturedPage& page, const CapturedRecord& prepared) {
  if (prepared.digest.empty() || static_cast<std::int64_t>(page.body.size()) > impl_.options.page_max_bytes) return;
  const PackedBody body = impl_.dictionaries.pack(prepared.site, page.body);
  const Cursor add = impl_.cursor("INSERT INTO body(page, bytes, dictionary) VALUES(?, ?, ?)");
  add->bind(1, id);
  add->bindNoCopy(2, body.bytes.data(), static_cast<int>(body.bytes.size()));
  if (body.dictionary) add->bind(3, *body.dictionary);
  add->exec();
  const Cursor size = impl_.cursor("INSERT INTO body_size(page, site, fetched, stored) VALUES(?, ?, ?, ?)");
  size->bind(1, id);
  size->bind(2, prepared.site);
  size->bind(3, page.fetched);
  size->bind(4, static_cast<std::int64_t>(body.stored));
  size->exec();
}

// Notes that the crawl found the page; with `same`, also that its bytes were unchanged when it was `fetched`.
void CaptureBatch::touch(std::int64_t id, const CapturedRecord* same, std::int64_t fetched, const CrawlRun& owner) {
  const Cursor update = impl_.cursor(
      // A capture without a run, or of an older one, does not change the run's number.
      "UPDATE page SET crawl = ?1, run = CASE WHEN crawl = ?1 THEN max(run, ?2) ELSE ?2 END, "
      "fetched = ifnull(?3, fetched), etag = ifnull(?4, etag), "
      "last_modified = ifnull(?5, last_modified) WHERE id = ?6");
  update->bind(1, owner.crawl);
  update->bind(2, owner.run);
  if (same) {
    update->bind(3, fetched);
    if (!same->etag.empty()) update->bind(4, same->etag);
    if (!same->last_modified.empty()) update->bind(5, same->last_modified);
  }
  update->bind(6, id);
  update->exec();
}

// Bodies are evicted in the order in which their pages were last found. False if there is no body.
bool CaptureBatch::renew_body(std::int64_t id, const CapturedPage& page) {
  const Cursor update = impl_.cursor("UPDATE body_size SET fetched = ? WHERE page = ?");
  update->bind(1, page.fetched);
  update->bind(2, id);
  return update->exec() > 0;
}

// Whether an evicted body can be stored again without evicting another one.
bool CaptureBatch::has_room(const CapturedPage& page, const std::string& site) {
  const CacheOptions& bounds = impl_.options;
  const auto size = static_cast<std::int64_t>(page.body.size());
  const Cursor of_site = impl_.cursor("SELECT bodies, stored FROM site WHERE name = ?");
  of_site->bind(1, site);
  if (!of_site->executeStep()) return false;
  if (bounds.site_max_pages > 0 && of_site->getColumn(0).getInt64() >= bounds.site_max_pages) return false;
  if (bounds.site_max_bytes > 0 && of_site->getColumn(1).getInt64() + size > bounds.site_max_bytes) return false;
  return bounds.max_bytes <= 0 || stored_bytes(impl_) + size <= bounds.max_bytes;
}

// A page that was gone is back, with the bytes that the cache has for it, if they are still stored.
void CaptureBatch::revive(std::int64_t id, const std::string& site) {
  changed(site);
  const Cursor update = impl_.cursor(
      "UPDATE page SET (state, reason) = (SELECT iif(count(*), 'pending', 'skipped'), iif(count(*), '', 'evicted') "
      "FROM body WHERE page = page.id) WHERE id = ?");
  update->bind(1, id);
  update->exec();
}

}  // namespace pith::crawl
