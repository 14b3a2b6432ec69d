#include "crawler_adapter/cache/detail/run_end.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/cache_schema.h"
#include "crawler_adapter/cache/detail/run_notes.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t few = 10;  // that go from one host: no reason to doubt it
constexpr int max_steps = 20;     // of a chain of redirects

// Pages from this id on are new in the run.
std::int64_t first_new_page(CacheConnection& cache, const CrawlRun& run) {
  const Cursor query = cache.cursor("SELECT first_new FROM crawl WHERE name = ? AND run = ?");
  query->bind(1, run.crawl);
  query->bind(2, run.run);
  return query->executeStep() ? query->getColumn(0).getInt64() : std::numeric_limits<std::int64_t>::max();
}

void set_gone(CacheConnection& cache, std::int64_t page) {
  for (const char* sql :
       {"UPDATE site SET change = change + 1 WHERE name = (SELECT site FROM page WHERE id = ?)",
        "UPDATE page SET state = 'skipped', reason = 'gone', folded_into = '', document_digest = '' WHERE id = ?"}) {
    const Cursor change = cache.cursor(sql);
    change->bind(1, page);
    change->exec();
  }
  end_withdrawal(cache, page);
}

}  // namespace

// A login or a cookie that never comes.
void RunEnd::keep_circles() {
  std::vector<std::int64_t> pages;
  for (const WithdrawnPage& each : withdrawals_of(cache_, run_))
    if (!each.target.empty() && leads_back(each.answer.url)) pages.push_back(each.page);
  if (!pages.empty()) batch_.note_failure();
  for (const std::int64_t page : pages) batch_.keep_withdrawn(page);
}

bool RunEnd::leads_back(const std::string& url) {
  std::string at = url;
  for (int step = 0; step < max_steps; ++step) {
    const Cursor next = cache_.cursor(
        "SELECT ifnull(withdrawal.redirect_to, page.redirect_to) FROM page LEFT JOIN withdrawal ON withdrawal.page = "
        "page.id AND withdrawal.crawl = ?3 AND withdrawal.run = ?2 AND NOT withdrawal.held WHERE page.url = ?1 AND "
        "(page.run = ?2 OR withdrawal.page IS NOT NULL)");
    next->bind(1, at);
    next->bind(2, run_.run);
    next->bind(3, run_.crawl);
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

// Whether it is a page of the run that the redirect leads to.
bool RunEnd::has_moved(const WithdrawnPage& page) {
  const auto from = parse_url(page.answer.url);
  auto at = from ? resolve(*from, page.answer.redirect_to) : std::nullopt;
  for (int step = 0; at && step < max_steps; ++step) {
    const Cursor next = cache_.cursor(
        "SELECT status, redirect_to, EXISTS(SELECT 1 FROM withdrawal WHERE withdrawal.page = page.id AND NOT held) "
        "FROM page WHERE url = ? AND crawl = ? AND run = ?");
    next->bind(1, at->str());
    next->bind(2, run_.crawl);
    next->bind(3, run_.run);
    if (!next->executeStep() || next->getColumn(2).getInt() != 0) return false;
    const std::string to = next->getColumn(1).getString();
    if (to.empty()) return is_success(next->getColumn(0).getInt());
    at = resolve(*at, to);
  }
  return false;
}

RunEnd::PagesByHost RunEnd::count() {
  std::map<std::string_view, std::int64_t> by_target;
  std::set<std::string_view> shared;  // digests of what came for several pages
  for (const WithdrawnPage& page : withdrawn_) {
    if (!page.target.empty()) ++by_target[page.target];
    if (is_success(page.answer.status)) shared.insert(page.digest);
  }
  static const std::string sql =
      std::string("SELECT id, run, digest, url, ") + host_of_page +
      " FROM page WHERE crawl = ?1 AND (state <> 'skipped' OR folded_into <> '') AND id NOT IN (SELECT page FROM "
      "withdrawal WHERE crawl = ?1 AND run = ?2 AND NOT held)";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  const std::int64_t first_new = first_new_page(cache_, run_);
  PagesByHost hosts;
  while (query->executeStep()) {
    const std::int64_t id = query->getColumn(0).getInt64(), run = query->getColumn(1).getInt64();
    Pages& pages = hosts[query->getColumn(4).getString()];
    if (run < run_.run) {
      if (options_.is_left_out && options_.is_left_out(query->getColumn(3).getString())) continue;
      if (!options_.whole) {
        ++out_.unreached;
        continue;
      }
      ++pages.unmet;
      unmet_.push_back({.page = id, .run = run, .host = query->getColumn(4).getString()});
      continue;
    }
    if (id >= first_new) {
      ++pages.found;
    } else if (shared.contains(query->getColumn(2).getString())) {  // the first, replaced before there was another one
      ++pages.refused;
    } else {
      ++pages.found;
      ++pages.known;
    }
  }
  for (const WithdrawnPage& page : withdrawn_) {
    const bool leads_elsewhere = !page.target.empty() && by_target[page.target] < 2;
    if (page.is_shown && !(leads_elsewhere && has_moved(page))) ++hosts[page.host].refused;
  }
  return hosts;
}

void RunEnd::judge(PagesByHost& hosts) const {
  if (options_.even_most) return;
  Pages all;
  for (const auto& [host, pages] : hosts) {
    all.found += pages.found;
    all.known += pages.known;
    all.refused += pages.refused;
    all.unmet += pages.unmet;
  }
  const auto most_go = [](const Pages& p) { return p.refused > p.known || p.refused + p.unmet > p.found; };
  for (auto& [host, pages] : hosts) pages.held = most_go(all) || (pages.refused + pages.unmet >= few && most_go(pages));
}

void RunEnd::release_earlier() {
  const Cursor release = cache_.cursor("DELETE FROM withdrawal WHERE crawl = ? AND run < ?");
  release->bind(1, run_.crawl);
  release->bind(2, run_.run);
  release->exec();
}

void RunEnd::end_withdrawn(const PagesByHost& hosts) {
  for (WithdrawnPage& each : withdrawn_) {
    const auto host = hosts.find(each.host);
    if (host != hosts.end() && host->second.held) {
      hold(cache_, each.page, run_, false);
      if (each.is_shown) ++out_.held;
      continue;
    }
    auto body = withdrawn_body(cache_, each.page);
    if (!body) {
      batch_.keep_withdrawn(each.page);
      continue;
    }
    each.answer.body = *std::move(body);
    batch_.apply_withdrawal(each.page, each.answer, record_of(each.answer, cache_.options));
    if (each.is_shown && !is_success(each.answer.status)) ++out_.pages;
  }
}

void RunEnd::end_unmet(const PagesByHost& hosts) {
  const bool failed = noted_run(cache_, failed_run + run_.crawl) == run_.run;
  const std::int64_t gone_before = failed ? noted_run(cache_, complete_run + run_.crawl) : run_.run;
  for (const Unmet& each : unmet_) {
    if (hosts.at(each.host).held) {
      hold(cache_, each.page, run_, true);
      ++out_.held;
    } else if (each.run < gone_before) {
      set_gone(cache_, each.page);
      ++out_.pages;
    } else {
      ++out_.unmet;
    }
  }
  const bool all_held = std::ranges::all_of(
      hosts, [](const auto& host) { return host.second.held || host.second.refused + host.second.unmet == 0; });
  if (out_.held == 0 || !all_held) note_run(cache_, complete_run + run_.crawl, run_.run);
}

Retired RunEnd::end() {
  keep_circles();
  withdrawn_ = withdrawals_of(cache_, run_);
  PagesByHost hosts = count();
  judge(hosts);
  if (options_.whole) release_earlier();
  end_withdrawn(hosts);
  if (options_.whole) end_unmet(hosts);
  return out_;
}

}  // namespace pith::crawl
