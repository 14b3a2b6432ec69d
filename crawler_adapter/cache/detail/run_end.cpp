#include "crawler_adapter/cache/detail/run_end.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/host_of_page.h"
#include "crawler_adapter/cache/detail/notices.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::crawl {
namespace {

constexpr std::int64_t few = 10;                   // that go from one host: no reason to doubt it
constexpr int max_steps = 20;                      // of a chain of redirects
constexpr double of_moved = 0.5, of_other = 0.1;   // which part of a page's words is kept
constexpr std::size_t max_words_there = 16 << 20;  // 64 MiB

void set_gone(CacheConnection& cache, std::int64_t page) {
  for (const char* sql : {"UPDATE site SET change = change + 1 WHERE name = (SELECT site FROM page WHERE id = ?)",
                          "UPDATE page SET state = 'skipped', reason = 'gone', folded_into = '', document_digest = '', "
                          "settled = 0 WHERE id = ?"}) {
    const Cursor change = cache.cursor(sql);
    change->bind(1, page);
    change->exec();
  }
  end_withdrawal(cache, page);
}

}  // namespace

// Where runs that have not ended were refused pages; and whether all is in doubt.
void RunEnd::find_doubts() {
  doubts_ = refusals(cache_);
  static const std::string sql = std::string("SELECT DISTINCT ") + host_of_page +
                                 ", -settled FROM page LEFT JOIN withdrawal ON withdrawal.page = page.id WHERE "
                                 "settled < 0 AND settled <> -?2 AND (page.crawl = ?1 OR withdrawal.crawl = ?1)";
  bool any_known = has_settled();
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  while (!any_known && query->executeStep())
    any_known = !doubts_.contains({query->getColumn(0).getString(), query->getColumn(1).getInt64()});
  all_in_doubt_ = !any_known;
}

bool RunEnd::has_settled() const {
  const Cursor query = cache_.cursor(
      "SELECT EXISTS(SELECT 1 FROM page LEFT JOIN withdrawal ON withdrawal.page = page.id WHERE settled = 1 AND "
      "state <> 'skipped' AND (page.crawl = ?1 OR withdrawal.crawl = ?1))");
  query->bind(1, run_.crawl);
  query->executeStep();
  return query->getColumn(0).getInt() != 0;
}

bool RunEnd::is_known(std::int64_t settled, const std::string& host) const {
  return settled == 1 || (!is_new(settled) && (all_in_doubt_ || (settled < 0 && !doubts_.contains({host, -settled}))));
}

// A login or a cookie that never comes.
void RunEnd::find_circles() {
  bool any = false;
  for (WithdrawnPage& each : withdrawn_) {
    if (stopped()) return;
    if (!each.target.empty() && leads_back(each.answer.url)) each.failed = any = true;
  }
  if (any) batch_.note_failure();
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

// The page of the run that the redirect leads to, as it is now, be it withdrawn or not.
std::optional<RunEnd::Destination> RunEnd::find_destination(const WithdrawnPage& page) {
  const auto from = parse_url(page.answer.url);
  auto at = from ? resolve(*from, page.answer.redirect_to) : std::nullopt;
  for (int step = 0; at && step < max_steps; ++step) {
    static const std::string sql =
        std::string("SELECT page.id, settled, withdrawal.page IS NOT NULL, ") +
        "ifnull(withdrawal.status, page.status), ifnull(withdrawal.redirect_to, page.redirect_to), "
        "ifnull(withdrawal.digest, page.digest), " +
        host_of_page +
        " FROM page LEFT JOIN withdrawal ON withdrawal.page = page.id AND withdrawal.crawl = ?2 AND "
        "withdrawal.run = ?3 AND NOT withdrawal.held WHERE page.url = ?1 AND page.crawl = ?2 AND page.run = ?3";
    const Cursor next = cache_.cursor(sql.c_str());
    next->bind(1, at->str());
    next->bind(2, run_.crawl);
    next->bind(3, run_.run);
    if (!next->executeStep()) return std::nullopt;
    const std::string to = next->getColumn(4).getString();
    if (to.empty()) {
      if (!is_success(next->getColumn(3).getInt())) return std::nullopt;
      return Destination{.page = next->getColumn(0).getInt64(),
                         .digest = next->getColumn(5).getString(),
                         .host = next->getColumn(6).getString(),
                         .is_new = !is_known(next->getColumn(1).getInt64(), next->getColumn(6).getString()),
                         .is_withdrawn = next->getColumn(2).getInt() != 0};
    }
    at = resolve(*at, to);
  }
  return std::nullopt;
}

std::optional<RunEnd::Destination> RunEnd::destination_of(const WithdrawnPage& page) const {
  const auto found = destinations_.find(page.page);
  return found == destinations_.end() ? std::nullopt : std::optional(found->second);
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
    const auto to = page.failed || page.target.empty() ? std::nullopt : destination_of(page);
    if (!to) continue;
    if (to->digest == page.former_digest || kept_words(page).value_or(0) >= of_moved)
      moved.insert(page.page);
    else if (to->is_new && by_target[{page.host, page.target}] == 1)
      by_digest[{page.host, to->digest}].push_back(page.page);
  }
  for (const auto& [digest, pages] : by_digest)
    if (pages.size() == 1) moved.insert(pages.front());
  return moved;
}

// Which part of its words; nullopt: it had none, or nothing came.
std::optional<double> RunEnd::kept_words(const WithdrawnPage& page) {
  const auto before = words_before(page.page, page.answer.url), now = words_now(page);
  if (!before || !now || before->empty()) return std::nullopt;
  const auto kept =
      std::ranges::count_if(*before, [&](std::uint32_t word) { return std::ranges::binary_search(*now, word); });
  return static_cast<double>(kept) / static_cast<double>(before->size());
}

std::optional<RunEnd::Elsewhere> RunEnd::find_elsewhere(const std::string& url, const std::string& digest) {
  constexpr std::string_view www = "www.";
  const auto here = parse_url(url);
  if (!here) return std::nullopt;
  const std::string& host = here->host;
  for (const std::string_view scheme : {"http", "https"})
    for (const bool toggled : {false, true}) {
      Url there = *here;
      there.scheme = scheme;
      if (toggled) there.host = host.starts_with(www) ? host.substr(www.size()) : std::string(www) + host;
      if (there.str() == url) continue;
      const Cursor query = cache_.cursor(
          "SELECT id, settled, digest, EXISTS(SELECT 1 FROM withdrawal WHERE withdrawal.page = page.id AND "
          "withdrawal.crawl = ?2 AND withdrawal.run = ?3 AND NOT held) FROM page WHERE url = ?1 AND crawl = ?2 AND "
          "run = ?3 AND status BETWEEN 200 AND 299 AND digest <> '' AND (state <> 'skipped' OR folded_into <> '')");
      query->bind(1, there.str());
      query->bind(2, run_.crawl);
      query->bind(3, run_.run);
      if (query->executeStep())
        return Elsewhere{.page = query->getColumn(0).getInt64(),
                         .is_new = is_new(query->getColumn(1).getInt64()),
                         .is_same = query->getColumn(2).getString() == digest,
                         .is_withdrawn = query->getColumn(3).getInt() != 0};
    }
  return std::nullopt;
}

// What came instead of the page, or what it leads to. nullopt: an error, no page of the run, or one without a body.
std::optional<std::string> RunEnd::text_now(const WithdrawnPage& page) {
  const bool leads = !is_success(page.answer.status);
  const auto to = leads ? destination_of(page) : std::nullopt;
  if (leads && !to) return std::nullopt;
  const bool is_withdrawn = !leads || to->is_withdrawn;
  const std::int64_t at = leads ? to->page : page.page;
  auto body = is_withdrawn ? withdrawn_body(cache_, at) : Result<std::string>(batch_.body_of(at));
  if (!body || (leads && body->empty())) return std::nullopt;
  return *std::move(body);
}

// Its words. Many pages may lead to one.
std::optional<WordSet> RunEnd::words_now(const WithdrawnPage& page) {
  const auto to = is_success(page.answer.status) ? std::nullopt : destination_of(page);
  const auto known = to ? words_there_.find(to->page) : words_there_.end();
  if (known != words_there_.end()) return known->second;
  const auto text = text_now(page);
  if (!text) return std::nullopt;
  WordSet words = readable_words(*text, page.answer.url);
  if (to && number_there_ + words.size() <= max_words_there) {
    number_there_ += words.size();
    words_there_.emplace(to->page, words);
  }
  return words;
}

std::optional<WordSet> RunEnd::words_now(const Change& change) {
  if (change.answer) return words_now(*change.answer);
  if (!change.elsewhere->is_withdrawn) return words_before(change.elsewhere->page, change.url);
  const auto body = withdrawn_body(cache_, change.elsewhere->page);
  return body && !body->empty() ? std::optional(readable_words(*body, change.url)) : std::nullopt;
}

std::optional<WordSet> RunEnd::words_before(std::int64_t page, std::string_view url) {
  const std::string body = batch_.body_of(page);
  return body.empty() ? std::nullopt : std::optional(readable_words(body, url));
}

std::vector<RunEnd::Change> RunEnd::changes() {
  std::vector<Change> out;
  const auto add_elsewhere = [&](std::int64_t page, std::string_view host, std::string_view url,
                                 const std::optional<Elsewhere>& at) {
    if (at && (!at->is_same || at->is_withdrawn))
      out.push_back({.page = page, .host = host, .url = url, .elsewhere = at});
  };
  for (const WithdrawnPage& page : withdrawn_) {
    if (stopped()) return out;
    const auto to = destination_of(page);
    if (page.failed || (to ? to->digest : page.digest) == page.former_digest) continue;
    if (to || is_success(page.answer.status))
      out.push_back({.page = page.page, .host = page.host, .url = page.answer.url, .answer = &page});
    else if (page.is_shown)
      add_elsewhere(page.page, page.host, page.answer.url, find_elsewhere(page.answer.url, page.former_digest));
  }
  for (const Unmet& each : unmet_) add_elsewhere(each.page, each.host, each.url, each.elsewhere);
  return out;
}

// A host of one or two pages shows little by itself: those of all such hosts are compared, too.
void RunEnd::find_notices() {
  constexpr std::size_t enough = 3;
  const std::vector<Change> changes = this->changes();
  std::map<std::string_view, std::vector<const Change*>> by_host;
  for (const Change& change : changes) by_host[change.host].push_back(&change);
  std::vector<const Change*> of_small_hosts;
  for (const auto& [host, of_host] : by_host) {
    if (of_host.size() < enough) of_small_hosts.insert(of_small_hosts.end(), of_host.begin(), of_host.end());
    if (of_host.size() > 1) find_notices_among(of_host);
  }
  find_notices_among(of_small_hosts);
}

void RunEnd::find_notices_among(const std::vector<const Change*>& changes) {
  const auto each = [&](const auto& visit) {
    for (const Change* change : changes) {
      if (stopped()) return;
      if (const auto now = words_now(*change)) visit(*change, words_before(change->page, change->url), *now);
    }
  };
  Notices notices;
  each([&](const Change&, const std::optional<WordSet>& before, const WordSet& now) { notices.add(before, now); });
  std::set<std::string_view> hosts;
  each([&](const Change& change, const std::optional<WordSet>& before, const WordSet& now) {
    if (!notices.is_notice(before, now)) return;
    notices_.insert(change.page);
    hosts.insert(change.host);
    if (!change.elsewhere) return;
    notices_elsewhere_.insert(change.elsewhere->page);
    if (change.elsewhere->is_new) new_notices_.emplace_back(change.elsewhere->page, change.host);
  });
  if (!hosts.empty() && !fresh_) fresh_ = new_pages();
  for (const std::string_view host : hosts)
    for (const auto& [id, url] : (*fresh_)[std::string(host)]) {
      if (stopped()) return;
      if (notices.is_notice(std::nullopt, readable_words(batch_.body_of(id), url))) new_notices_.emplace_back(id, host);
    }
}

RunEnd::NewPages RunEnd::new_pages() {
  static const std::string sql = std::string("SELECT id, url, ") + host_of_page +
                                 " FROM page WHERE settled = -?2 AND crawl = ?1 AND run = ?2 AND state <> 'skipped'";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  NewPages out;
  while (query->executeStep())
    out[query->getColumn(2).getString()].emplace_back(query->getColumn(0).getInt64(), query->getColumn(1).getString());
  return out;
}

void RunEnd::find_refused() {
  // Digests of what an owner's pages had, by what came.
  std::map<std::pair<std::string_view, std::string_view>, std::set<std::string_view>> former;
  for (const WithdrawnPage& page : withdrawn_)
    if (!page.failed && is_success(page.answer.status)) former[{page.host, page.digest}].insert(page.former_digest);
  constexpr std::size_t several = 3;  // a page and its print version may become the same
  const std::set<std::int64_t> moved = moved_pages();
  find_notices();
  std::set<std::int64_t> logins;
  std::size_t lead_there = 0;
  for (WithdrawnPage& page : withdrawn_) {
    // What one page shares with one that has not changed is no notice: "current" is an alias of the latest release.
    const bool is_success_now = is_success(page.answer.status),
               is_shared = former[{page.host, page.digest}].size() >= several;
    const bool is_page = is_success_now ? !is_shared : moved.contains(page.page);
    const bool is_notice = notices_.contains(page.page);
    page.refused = !page.failed && (!is_page || is_notice);
    const auto to = is_notice && !is_success_now ? destination_of(page) : std::nullopt;
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
    const bool known = is_shown && is_known(query->getColumn(5).getInt64(), host);
    unmet_.push_back({.page = query->getColumn(0).getInt64(),
                      .run = query->getColumn(1).getInt64(),
                      .host = std::move(host),
                      .url = url,
                      .is_shown = is_shown,
                      .is_known = known,
                      .was_held = query->getColumn(7).getInt() != 0,
                      .elsewhere = known ? find_elsewhere(url, query->getColumn(6).getString()) : std::nullopt});
  }
}

RunEnd::PagesByHost RunEnd::count() {
  PagesByHost hosts;
  count_found(hosts);
  count_unmet(hosts);
  count_withdrawn(hosts);
  count_unseen(hosts);
  return hosts;
}

void RunEnd::count_found(PagesByHost& hosts) {
  std::set<std::pair<std::string_view, std::string_view>> notices;  // hosts and digests
  std::set<std::int64_t> led_to;
  for (const WithdrawnPage& page : withdrawn_) {
    if (page.refused && is_success(page.answer.status)) notices.emplace(page.host, page.digest);
    if (!page.refused) continue;
    const auto to = destination_of(page);
    if (to && to->host == page.host) led_to.insert(to->page);
    // A dead link brings no pages.
    if (!page.is_shown || is_new(page.settled) || !(to ? to->is_new : is_success(page.answer.status))) continue;
    Walled& walled = walled_[page.host];
    ++walled.pages;
    walled.hosts.insert(to ? to->host : page.host);
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
    if (!is_new(settled) && notices.contains({host, digest})) {  // the first of several
      ++pages.refused;
    } else if (!led_to.contains(id) && !notices_elsewhere_.contains(id)) {
      const bool known = is_known(settled, host);
      ++pages.found;
      ++(known ? pages.known : pages.fresh);
      pages.same += known;
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
    if (!each.is_known || has_twin(each.url, each.host)) continue;
    if (!each.elsewhere) {
      ++pages.unmet;
    } else if (notices_.contains(each.page) || refused_.contains(each.elsewhere->page)) {
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
    const bool known = page.is_shown && is_known(page.settled, page.host), succeeded = is_success(page.answer.status);
    if (page.refused) {
      const bool is_missed = succeeded || !has_twin(page.answer.url, page.host);
      pages.refused += page.is_shown && !is_new(page.settled) && is_missed;
    } else if (page.failed) {
      pages.found += page.is_shown;
    } else if (!succeeded) {
      pages.moved += known;
    } else if (!notices_elsewhere_.contains(page.page)) {
      ++pages.found;
      // One that keeps words is enough.
      const bool is_other = known && pages.known == pages.other && kept_words(page).value_or(1) < of_other;
      ++(known ? pages.known : pages.fresh);
      pages.other += is_other;
    }
  }
}

// Of hosts that say something else wherever the run looked: the pages where it did not.
void RunEnd::count_unseen(PagesByHost& hosts) {
  if (std::ranges::none_of(hosts, [](const auto& host) { return host.second.says_other(); })) return;
  static const std::string sql = std::string("SELECT ") + host_of_page +
                                 ", count(*) FROM page WHERE state <> 'skipped' AND NOT (crawl = ?1 AND run >= ?2) AND "
                                 "id NOT IN (SELECT page FROM "
                                 "withdrawal WHERE crawl = ?1 AND run = ?2 AND NOT held) GROUP BY 1";
  const Cursor query = cache_.cursor(sql.c_str());
  query->bind(1, run_.crawl);
  query->bind(2, run_.run);
  while (!stopped() && query->executeStep())
    if (const auto at = hosts.find(query->getColumn(0).getString()); at != hosts.end())
      at->second.unseen = query->getColumn(1).getInt64();
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

void RunEnd::judge(PagesByHost& hosts) const {
  Pages all;
  std::map<std::string_view, Pages> servers;
  for (const auto& [host, pages] : hosts) {
    all.add(pages);
    servers[server_of(host)].add(pages);
  }
  const auto most_go = [](const Pages& p) {
    return p.refused > p.known + p.moved || p.refused + p.unmet > p.found + p.moved ||
           (p.found == p.fresh + p.other && p.unmet > p.moved + p.other);
  };
  const auto many_go = [&](const Pages& p) { return p.refused + p.unmet >= few && most_go(p); };
  for (auto& [host, pages] : hosts) {
    const bool says_other = pages.says_other() && pages.unseen >= few && pages.unseen > pages.moved + pages.other;
    const bool goes = most_go(pages) || says_other;
    pages.is_as_it_was = pages.same > 0 || !goes;
    pages.held = !options_.even_most &&
                 (most_go(all) || many_go(pages) || says_other || (goes && many_go(servers[server_of(host)])));
  }
}

void RunEnd::release_earlier() {
  const Cursor release = cache_.cursor("DELETE FROM withdrawal WHERE crawl = ? AND run < ?");
  release->bind(1, run_.crawl);
  release->bind(2, run_.run);
  release->exec();
}

void RunEnd::end_withdrawn(const PagesByHost& hosts) {
  for (const auto& [page, host] : new_notices_)
    if (const auto of_host = hosts.find(host); of_host != hosts.end() && of_host->second.held) set_gone(cache_, page);
  for (WithdrawnPage& each : withdrawn_) {
    if (stopped()) return;
    if (each.failed) {
      batch_.keep_withdrawn(each.page);
      continue;
    }
    const auto host = hosts.find(each.host);
    const bool is_held = host != hosts.end() && host->second.held, is_success_now = is_success(each.answer.status),
               is_as_it_was = !is_held || host->second.is_as_it_was, has_text = each.is_shown || each.is_folded,
               is_of_copy = each.is_folded && each.refused && (is_success_now || notices_.contains(each.page));
    if (is_of_copy || (is_held && (each.refused || !is_success_now || (has_text && !is_as_it_was)))) {
      const auto to = destination_of(each);
      const bool is_login = each.leads_to_login || !is_as_it_was;
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
  for (const auto& [host, pages] : hosts) {
    const auto at = walled_.find(host);
    if (at != walled_.end() && !options_.even_most && is_wall(at->second.pages, pages.known + pages.refused))
      for (const std::string& other : at->second.hosts)
        if (other == host || is_wall(at->second.pages, hosts[other].fresh)) walled.push_back(other);
    if (!pages.held) continue;
    held.push_back(host);
    if (pages.refused + pages.other > 0) walled.push_back(host);
    if (at != walled_.end())
      for (const std::string& other : at->second.hosts) held.push_back(other);
  }
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
  forget_refusals(cache_, run_.run);
}

Result<Retired> RunEnd::end() {
  withdrawn_ = withdrawals_of(cache_, run_);
  find_doubts();
  find_circles();
  for (const WithdrawnPage& page : withdrawn_) {
    if (stopped()) break;
    if (auto to = page.answer.redirect_to.empty() ? std::nullopt : find_destination(page))
      destinations_.emplace(page.page, *std::move(to));
  }
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
