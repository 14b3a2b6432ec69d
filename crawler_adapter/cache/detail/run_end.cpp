#include "crawler_adapter/cache/detail/run_end.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/run_notes.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t few = 10;  // that go from one host: no reason to doubt it
constexpr int max_steps = 20;     // of a chain of redirects

struct WithdrawnPage {
  std::int64_t page = 0;
  std::string host;
  CapturedPage answer;
};

// Of a crawl's run, in order of the URLs.
std::vector<WithdrawnPage> withdrawals_of(CacheConnection& cache, const CrawlRun& run) {
  static const std::string sql = std::string("SELECT page.id, ") + host_of_page +
                                 ", page.url, withdrawal.status, withdrawal.redirect_to, withdrawal.content_type, "
                                 "withdrawal.fetched FROM withdrawal JOIN page ON page.id = withdrawal.page "
                                 "WHERE withdrawal.run = ?2 AND page.crawl = ?1 ORDER BY page.url";
  const Cursor query = cache.cursor(sql.c_str());
  query->bind(1, run.crawl);
  query->bind(2, run.run);
  std::vector<WithdrawnPage> out;
  while (query->executeStep())
    out.push_back({.page = query->getColumn(0).getInt64(),
                   .host = query->getColumn(1).getString(),
                   .answer = {.url = query->getColumn(2).getString(),
                              .status = query->getColumn(3).getInt(),
                              .redirect_to = query->getColumn(4).getString(),
                              .content_type = query->getColumn(5).getString(),
                              .fetched = query->getColumn(6).getInt64()}});
  return out;
}

void set_gone(CacheConnection& cache, std::int64_t page) {
  for (const char* sql :
       {"UPDATE site SET change = change + 1 WHERE name = (SELECT site FROM page WHERE id = ?)",
        "UPDATE page SET state = 'skipped', reason = 'gone', folded_into = '', document_digest = '' WHERE id = ?",
        "DELETE FROM withdrawal WHERE page = ?"}) {
    const Cursor change = cache.cursor(sql);
    change->bind(1, page);
    change->exec();
  }
}

}  // namespace

RunEnd::PagesByHost RunEnd::count(bool unmet_too) {
  static const std::string sql =
      std::string("SELECT ") + host_of_page +
      ", sum(run = ?2), sum(run < ?2 AND (?3 OR id IN (SELECT page FROM withdrawal WHERE run = ?2))) FROM page "
      "WHERE crawl = ?1 AND (state <> 'skipped' OR folded_into <> '') GROUP BY 1";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  query->bind(3, unmet_too ? 1 : 0);
  PagesByHost hosts;
  Pages all;
  while (query->executeStep()) {
    Pages& pages = hosts[query->getColumn(0).getString()];
    pages = {query->getColumn(1).getInt64(), query->getColumn(2).getInt64()};
    all.found += pages.found;
    all.going += pages.going;
  }
  const auto is_most = [](const Pages& pages) { return pages.found * 2 < pages.found + pages.going; };
  for (auto& [host, pages] : hosts)
    pages.held = !even_most_ && pages.going > 0 && (is_most(all) || (pages.going >= few && is_most(pages)));
  return hosts;
}

void RunEnd::note_held(const PagesByHost& hosts) {
  const Cursor release = cache_.cursor("DELETE FROM meta WHERE substr(key, 1, length(?1)) = ?1");
  release->bind(1, held_run + run_.crawl + "\n");
  release->exec();
  for (const auto& [host, pages] : hosts)
    if (pages.held) note_run(cache_, held_run + run_.crawl + "\n" + host, run_.run);
}

// A login or a cookie that never comes.
void RunEnd::keep_circles() {
  std::vector<std::int64_t> pages;
  for (const WithdrawnPage& each : withdrawals_of(cache_, run_))
    if (!each.answer.redirect_to.empty() && leads_back(each.answer.url)) pages.push_back(each.page);
  if (!pages.empty()) batch_.note_failure();
  for (const std::int64_t page : pages) batch_.keep_withdrawn(page);
}

bool RunEnd::leads_back(const std::string& url) {
  std::string at = url;
  for (int step = 0; step < max_steps; ++step) {
    const Cursor next = cache_.cursor(
        "SELECT ifnull(withdrawal.redirect_to, page.redirect_to) FROM page LEFT JOIN withdrawal ON withdrawal.page = "
        "page.id AND withdrawal.run = ?2 WHERE page.url = ?1 AND (page.run = ?2 OR withdrawal.page IS NOT NULL)");
    next->bind(1, at);
    next->bind(2, run_.run);
    if (!next->executeStep()) return false;
    const auto from = parse_url(at);
    const std::string to = next->getColumn(0).getString();
    const auto target = from && !to.empty() ? resolve(*from, to) : std::nullopt;
    if (!target) return false;
    at = target->str();
    if (at == url) return true;
  }
  return true;  // longer than any browser follows
}

std::int64_t RunEnd::settle_withdrawals(bool whole) {
  keep_circles();
  const PagesByHost hosts = count(whole);
  note_held(hosts);
  std::int64_t held = 0;
  for (const WithdrawnPage& each : withdrawals_of(cache_, run_)) {
    if (const auto host = hosts.find(each.host); host != hosts.end() && host->second.held)
      ++held;
    else if (is_success(each.answer.status))  // with the bytes of other pages
      set_gone(cache_, each.page);
    else
      batch_.apply_withdrawal(each.page, each.answer, record_of(each.answer, cache_.options));
  }
  return held;
}

Retired RunEnd::retire_unseen() {
  const bool failed = noted_run(cache_, failed_run + run_.crawl) == run_.run;
  const std::int64_t gone_before = failed ? noted_run(cache_, complete_run + run_.crawl) : run_.run;
  const PagesByHost hosts = count(true);
  note_held(hosts);
  Retired retired;
  bool all_held = !hosts.empty();
  for (const auto& [host, pages] : hosts) {
    (pages.held ? retired.held : retired.unmet) += pages.going;
    all_held &= pages.held || pages.going == 0;
  }
  if (retired.held > 0 && all_held) return retired;
  static const std::string going = std::string(
                                       "crawl = ?1 AND run < ?2 AND (state <> 'skipped' OR folded_into <> '') "
                                       "AND NOT EXISTS(SELECT 1 FROM meta WHERE key = ?3 || ") +
                                   host_of_page + ")";
  static const std::string sites =
      "UPDATE site SET change = change + 1 WHERE name IN (SELECT site FROM page WHERE " + going + ")";
  static const std::string retire =
      "UPDATE page SET state = 'skipped', reason = 'gone', folded_into = '', document_digest = '' WHERE " + going;
  for (const std::string* sql : {&sites, &retire}) {
    const Cursor change = cache_.cursor(sql->c_str());
    change->bind(1, run_.crawl);
    change->bind(2, gone_before);
    change->bind(3, held_run + run_.crawl + "\n");
    retired.pages = change->exec();
  }
  retired.unmet -= retired.pages;
  note_run(cache_, complete_run + run_.crawl, run_.run);
  return retired;
}

}  // namespace pith::crawl
