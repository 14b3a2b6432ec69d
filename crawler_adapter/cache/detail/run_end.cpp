#include "crawler_adapter/cache/detail/run_end.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/host_of_page.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t few = 10;                  // that go from one host: no reason to doubt it
constexpr double of_moved = 0.5, of_other = 0.1;  // which part of a page's words is kept

void set_gone(CacheConnection& cache, std::int64_t page) {
  for (const char* sql :
       {"UPDATE site SET change = change + 1 WHERE name = (SELECT site FROM page WHERE id = ?)",
        "UPDATE page SET state = 'skipped', reason = 'gone', folded_into = '', document_digest = '', "
        "settled = 0, page_words = 0, content_words = 0, aside_words = 0, template_words = 0 WHERE id = ?"}) {
    const Cursor change = cache.cursor(sql);
    change->bind(1, page);
    change->exec();
  }
  end_withdrawal(cache, page);
}

// Of the server with all of its areas.
std::string server_name(std::string_view host) { return std::string(server_of(host)) + "/"; }

}  // namespace

void RunEnd::find_circles() {
  bool any = false;
  for (WithdrawnPage& each : withdrawn_) {
    if (stopped()) return;
    if (!each.target.empty() && addresses_.leads_back(each.answer.url)) each.failed = any = true;
  }
  if (any) batch_.note_failure();
}

// Those that lead to a page with their bytes or words, or to a new one of their own, with bytes that no other's has.
std::set<std::int64_t> RunEnd::moved_pages() {
  using OfOwner = std::pair<std::string_view, std::string_view>;
  std::map<OfOwner, std::int64_t> by_target;
  for (const WithdrawnPage& page : withdrawn_)
    if (!page.failed && !page.target.empty()) ++by_target[{page.host, page.target}];
  std::map<std::pair<std::string_view, std::string>, std::vector<std::int64_t>> by_digest;
  std::set<std::int64_t> moved;
  for (const WithdrawnPage& page : withdrawn_) {
    if (stopped()) break;
    const auto to = page.failed || page.target.empty() ? std::nullopt : addresses_.of(page);
    if (!to) continue;
    if (to->digest == page.former_digest || changes_.kept_words(page).value_or(0) >= of_moved)
      moved.insert(page.page);
    else if (to->is_new && by_target[{page.host, page.target}] == 1)
      by_digest[{page.host, to->digest}].push_back(page.page);
  }
  for (const auto& [digest, pages] : by_digest)
    if (pages.size() == 1) moved.insert(pages.front());
  return moved;
}

std::vector<PageChange> RunEnd::changes() {
  std::vector<PageChange> out;
  const auto add_elsewhere = [&](std::int64_t page, std::string_view host, std::string_view url,
                                 const std::optional<Elsewhere>& at) {
    if (at && (!at->is_same || at->is_withdrawn))
      out.push_back({.page = page, .host = host, .url = url, .elsewhere = at});
  };
  for (const WithdrawnPage& page : withdrawn_) {
    if (stopped()) return out;
    const auto to = addresses_.of(page);
    if (page.failed || (to ? to->digest : page.digest) == page.former_digest) continue;
    if (to || is_success(page.answer.status))
      out.push_back({.page = page.page, .host = page.host, .url = page.answer.url, .answer = &page});
    else if (page.is_shown)
      add_elsewhere(page.page, page.host, page.answer.url, addresses_.elsewhere(page.answer.url, page.former_digest));
  }
  for (const Unmet& each : unmet_) add_elsewhere(each.page, each.host, each.url, each.elsewhere);
  return out;
}

void RunEnd::find_refused() {
  // Digests of what an owner's pages had, by what came.
  std::map<std::pair<std::string_view, std::string_view>, std::set<std::string_view>> former;
  for (const WithdrawnPage& page : withdrawn_)
    if (!page.failed && is_success(page.answer.status)) former[{page.host, page.digest}].insert(page.former_digest);
  constexpr std::size_t several = 3;  // a page and its print version may become the same
  const std::set<std::int64_t> moved = moved_pages();
  changes_.find_notices(changes());
  std::set<std::int64_t> logins;
  std::size_t lead_there = 0;
  for (WithdrawnPage& page : withdrawn_) {
    // What one page shares with one that has not changed is no notice: "current" is an alias of the latest release.
    const bool is_success_now = is_success(page.answer.status),
               is_shared = former[{page.host, page.digest}].size() >= several;
    const bool is_page = is_success_now ? !is_shared : moved.contains(page.page);
    const bool is_notice = changes_.has_become_notice(page.page);
    page.refused = !page.failed && (!is_page || is_notice);
    const auto to = is_notice && !is_success_now ? addresses_.of(page) : std::nullopt;
    if (!to || to->host != page.host) continue;
    page.leads_to_login = true;
    logins.insert(to->page);
    ++lead_there;
  }
  for (WithdrawnPage& page : withdrawn_) {
    page.refused |= !page.is_shown && logins.contains(page.page);
    page.leads_to_login &= lead_there > 1;  // a single one may lead to a short page
    if (page.refused) refused_.insert(page.page);
  }
}

// Pages of which the run saw nothing.
void RunEnd::find_unmet() {
  static const std::string sql =
      std::string("SELECT id, run, url, ") + host_of_page +
      ", state = 'skipped', settled, digest, id IN (SELECT page FROM withdrawal WHERE crawl = ?1 AND held) FROM page "
      "WHERE "
      "crawl = ?1 AND run < ?2 AND (state <> 'skipped' OR folded_into <> '') AND id NOT IN (SELECT page FROM "
      "withdrawal WHERE crawl = ?1 AND run = ?2 AND NOT held)";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  while (!stopped() && query->executeStep()) {
    std::string url = query->getColumn(2).getString(), host = query->getColumn(3).getString();
    if (options_.is_left_out && options_.is_left_out(url)) continue;
    if (!options_.whole) {
      ++out_.unreached;
      continue;
    }
    const bool is_shown = query->getColumn(4).getInt() == 0;
    const bool known = is_shown && doubts_.is_known(query->getColumn(5).getInt64(), host);
    unmet_.push_back({.page = query->getColumn(0).getInt64(),
                      .run = query->getColumn(1).getInt64(),
                      .host = std::move(host),
                      .url = url,
                      .is_shown = is_shown,
                      .is_known = known,
                      .was_held = query->getColumn(7).getInt() != 0,
                      .elsewhere = known ? addresses_.elsewhere(url, query->getColumn(6).getString()) : std::nullopt});
  }
}

RunEnd::PagesByHost RunEnd::count() {
  PagesByHost hosts;
  count_found(hosts);
  count_unmet(hosts);
  count_withdrawn(hosts);
  find_led(hosts);
  return hosts;
}

void RunEnd::find_led(PagesByHost& hosts) const {
  PagesByHost by_name = hosts;
  for (const auto& [host, pages] : hosts) by_name[server_name(host)].add(pages);
  for (const auto& [name, ends] : leading_) {
    const Pages& from = by_name[name];
    if (!from.many_go() || !(ends.pages >= few || is_wall(ends.pages, from.known + from.refused))) continue;
    for (const std::string& host : ends.hosts) hosts[host].is_led_to = true;
  }
}

void RunEnd::count_found(PagesByHost& hosts) {
  std::set<std::pair<std::string_view, std::string_view>> notices;  // hosts and digests
  std::set<std::int64_t> led_to;
  for (const WithdrawnPage& page : withdrawn_) {
    if (page.refused && is_success(page.answer.status)) notices.emplace(page.host, page.digest);
    if (!page.refused) continue;
    const auto to = addresses_.of(page);
    if (to && to->host == page.host) led_to.insert(to->page);
    if (!page.is_shown || doubts_.is_new(page.settled)) continue;
    std::set<std::string> others = addresses_.hosts_on_the_way(page);
    others.erase(page.host);
    for (const std::string& name : {page.host, server_name(page.host)}) {
      Leading& leading = leading_[name];
      leading.pages += !others.empty();
      leading.hosts.insert(others.begin(), others.end());
    }
    // A dead link brings no pages.
    if (!(to ? to->is_new : is_success(page.answer.status))) continue;
    Walled& walled = walled_[page.host];
    ++walled.pages;
    ++walled.hosts[to ? to->host : page.host];
  }
  static const std::string sql =
      std::string("SELECT id, digest, ") + host_of_page +
      ", state = 'skipped', settled, folded_into FROM page WHERE crawl = ?1 AND run >= ?2 AND (state <> 'skipped' OR "
      "folded_into <> '') AND id NOT IN (SELECT page FROM withdrawal WHERE crawl = ?1 AND run = ?2 AND NOT held)";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  while (query->executeStep()) {
    const std::int64_t id = query->getColumn(0).getInt64(), settled = query->getColumn(4).getInt64();
    const std::string digest = query->getColumn(1).getString(), host = query->getColumn(2).getString();
    if (query->getColumn(3).getInt() != 0) {
      twins_[query->getColumn(5).getString()].insert(host);
      continue;
    }
    Pages& pages = hosts[host];
    if (!doubts_.is_new(settled) && notices.contains({host, digest})) {  // the first of several
      ++pages.refused;
    } else if (!led_to.contains(id) && !changes_.is_notice_elsewhere(id)) {
      const bool known = doubts_.is_known(settled, host);
      ++pages.found;
      ++(known ? pages.known : pages.fresh);
      pages.same += known;
      if (!known && !doubts_.is_new(settled)) {
        ++pages.doubtful.found;
        ++pages.doubtful.same;
      }
    }
  }
}

bool RunEnd::has_twin(const std::string& url, const std::string& host) const {
  const auto found = twins_.find(url);
  return found != twins_.end() && found->second.contains(host);
}

// What came with a wall is not missed.
void RunEnd::count_unmet(PagesByHost& hosts) {
  for (const Unmet& each : unmet_) {
    Pages& pages = hosts[each.host];
    if (has_twin(each.url, each.host)) continue;
    if (!each.is_known) {
      pages.doubtful.unmet += each.is_shown;
    } else if (!each.elsewhere) {
      ++pages.unmet;
    } else if (changes_.has_become_notice(each.page) || refused_.contains(each.elsewhere->page)) {
      ++pages.refused;
    } else {
      ++pages.found;
      ++pages.known;
    }
  }
}

void RunEnd::count_withdrawn(PagesByHost& hosts) {
  for (const WithdrawnPage& page : withdrawn_) {
    Pages& pages = hosts[page.host];
    const bool known = page.is_shown && doubts_.is_known(page.settled, page.host),
               succeeded = is_success(page.answer.status);
    if (page.refused) {
      const bool is_missed = succeeded || !has_twin(page.answer.url, page.host);
      const bool counts = page.is_shown && !doubts_.is_new(page.settled) && is_missed;
      pages.refused += counts;
      pages.doubtful.refused += counts && !known;
    } else if (page.failed) {
      pages.found += page.is_shown;
    } else if (!succeeded) {
      pages.moved += known;
    } else if (!changes_.is_notice_elsewhere(page.page)) {
      ++pages.found;
      // One that keeps words is enough.
      const bool is_other = known && pages.known == pages.other && changes_.kept_words(page).value_or(1) < of_other;
      ++(known ? pages.known : pages.fresh);
      pages.doubtful.found += !known && page.is_shown && !doubts_.is_new(page.settled);
      pages.other += is_other;
    }
  }
}

void RunEnd::Pages::add(const Pages& other) {
  found += other.found;
  known += other.known;
  fresh += other.fresh;
  this->other += other.other;
  moved += other.moved;
  same += other.same;
  refused += other.refused;
  unmet += other.unmet;
}

// With the pages in doubt as known ones; those that are missed only if pages that are refused still lead to the host.
RunEnd::Pages RunEnd::Pages::without_doubt() const {
  Pages out = *this;
  out.known += doubtful.found;
  out.fresh -= doubtful.found;
  out.same += doubtful.same;
  if (is_led_to) out.unmet += doubtful.unmet;
  return out;
}

bool RunEnd::Pages::most_go() const {
  return refused > known + moved || refused + unmet > found + moved ||
         (found == fresh + other && unmet > moved + other);
}

bool RunEnd::Pages::many_go() const { return refused + unmet >= few && most_go(); }

bool RunEnd::Pages::all_in_doubt() const { return known + moved + unmet == 0 && refused == doubtful.refused; }

void RunEnd::judge(PagesByHost& hosts) const {
  Pages all;
  std::map<std::string_view, Pages> servers;
  for (const auto& [host, pages] : hosts) {
    all.add(pages);
    servers[server_of(host)].add(pages);
  }
  for (auto& [host, pages] : hosts) {
    const Pages without_doubt = pages.without_doubt(), &own = pages.all_in_doubt() ? without_doubt : pages;
    const bool goes = own.most_go();
    pages.is_as_it_was = own.same > 0 || !goes;
    pages.held =
        !options_.even_most && (all.most_go() || own.many_go() || (goes && servers[server_of(host)].many_go()) ||
                                (pages.is_led_to && without_doubt.many_go()));
  }
}

void RunEnd::release_earlier() {
  const Cursor release = cache_.cursor("DELETE FROM withdrawal WHERE crawl = ? AND run < ?");
  release->bind(1, run_.crawl);
  release->bind(2, run_.run);
  release->exec();
}

void RunEnd::end_withdrawn(const PagesByHost& hosts) {
  for (const auto& [page, host] : changes_.new_notices())
    if (const auto of_host = hosts.find(host); of_host != hosts.end() && of_host->second.held) set_gone(cache_, page);
  for (WithdrawnPage& each : withdrawn_) {
    if (stopped()) return;
    if (each.failed) {
      batch_.keep_withdrawn(each.page);
      continue;
    }
    const auto host = hosts.find(each.host);
    const bool has_text = each.is_shown || each.is_folded;
    if (host != hosts.end() && host->second.held &&
        (each.refused || !is_success(each.answer.status) || (has_text && !host->second.is_as_it_was))) {
      const auto to = addresses_.of(each);
      const bool is_login = each.leads_to_login || !host->second.is_as_it_was;
      if (to && is_login && to->host == each.host && to->is_new && !to->is_withdrawn) set_gone(cache_, to->page);
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
    if (each.is_folded && each.refused && !options_.even_most) notices_of_copies_.push_back(each.page);
  }
}

void RunEnd::end_unmet(const PagesByHost& hosts) {
  const bool failed = noted_run(cache_, failed_run + run_.crawl) == run_.run;
  const std::int64_t gone_before = failed ? noted_run(cache_, complete_run + run_.crawl) : run_.run;
  for (const Unmet& each : unmet_) {
    if (hosts.at(each.host).held) {
      hold(cache_, each.page, run_, true);
      out_.held += each.is_shown;
      out_.missing += each.is_shown;
    } else if (each.run < gone_before && !(failed && each.was_held)) {  // the last complete run said nothing of it
      set_gone(cache_, each.page);
      if (each.is_shown) ++out_.pages;
    } else if (each.is_shown) {
      ++out_.unmet;
    }
  }
  const bool all_held = std::ranges::all_of(
      hosts, [](const auto& host) { return host.second.held || host.second.refused + host.second.unmet == 0; });
  if (out_.held == 0 || !all_held) note_run(cache_, complete_run + run_.crawl, run_.run);
}

// What the run brought, and what it found that was in doubt.
void RunEnd::settle(PagesByHost& hosts) {
  nlohmann::json walled = nlohmann::json::array(), held = nlohmann::json::array();
  std::map<std::string_view, std::int64_t> led_there;  // by host: pages of others; one login may serve many
  for (const auto& [host, pages] : hosts) {
    const auto at = walled_.find(host);
    if (at != walled_.end() && !options_.even_most && is_wall(at->second.pages, pages.known + pages.refused))
      for (const auto& [other, number] : at->second.hosts) {
        if (other == host) walled.push_back(host);
        led_there[other] += number;
      }
    if (!pages.held) continue;
    held.push_back(host);
    if (pages.refused > 0 || pages.other > 0) walled.push_back(host);
    if (at != walled_.end())
      for (const auto& [other, number] : at->second.hosts) held.push_back(other);
  }
  for (const auto& [host, pages] : led_there)
    if (is_wall(pages, hosts[std::string(host)].fresh)) walled.push_back(host);
  static const std::string sql =
      std::string("UPDATE page SET settled = CASE WHEN settled = -?3 AND ") + host_of_page +
      " IN (SELECT value FROM json_each(?1)) THEN 0 WHEN settled <> -?3 AND " + host_of_page +
      " IN (SELECT value FROM json_each(?4)) THEN settled ELSE iif(state <> 'skipped', 1, 2) END "
      "WHERE settled <= 0 AND (settled = -?3 OR (crawl = ?2 AND run = ?3)) AND (state <> 'skipped' OR folded_into <> "
      "'')";
  const Cursor update = cache_.cursor(sql.c_str());
  const auto text = [](const nlohmann::json& list) {
    return list.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  };
  update->bind(1, text(walled));
  update->bind(2, run_.crawl);
  update->bind(3, run_.run);
  update->bind(4, text(held));
  update->exec();
  for (const std::int64_t page : notices_of_copies_) {
    const Cursor doubt = cache_.cursor("UPDATE page SET settled = 0 WHERE id = ? AND state <> 'skipped'");
    doubt->bind(1, page);
    doubt->exec();
  }
  forget_refusals(cache_, run_.run);
}

Result<Retired> RunEnd::end() {
  withdrawn_ = withdrawals_of(cache_, run_);
  find_circles();
  for (const WithdrawnPage& page : withdrawn_)
    if (!stopped()) addresses_.follow(page);
  find_unmet();
  find_refused();
  PagesByHost hosts = count();
  judge(hosts);
  if (options_.whole) release_earlier();
  end_withdrawn(hosts);
  if (stopped()) return Error{code::interrupted, "interrupted: the run counts as one that was killed"};
  if (options_.whole) end_unmet(hosts);
  settle(hosts);
  if (out_.held > 0)
    note_run(cache_, held_run + run_.crawl, run_.run);
  else if (options_.whole)
    forget_run(cache_, held_run + run_.crawl);
  return out_;
}

}  // namespace pith::crawl
