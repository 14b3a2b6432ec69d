#include "crawler_adapter/cache/detail/run_changes.h"

#include <algorithm>
#include <utility>

#include "crawler_adapter/cache/detail/host_of_page.h"
#include "crawler_adapter/cache/detail/notices.h"

namespace pith::crawl {
namespace {

constexpr std::size_t max_words_there = 16 << 20;  // 64 MiB

}  // namespace

std::optional<double> RunChanges::kept_words(const WithdrawnPage& page) {
  const auto before = words_before(page.page, page.answer.url), now = words_now(page);
  if (!before || !now || before->empty()) return std::nullopt;
  const auto kept =
      std::ranges::count_if(*before, [&](std::uint32_t word) { return std::ranges::binary_search(*now, word); });
  return static_cast<double>(kept) / static_cast<double>(before->size());
}

// What came instead of the page, or what it leads to. nullopt: an error, no page of the run, or one without a body.
std::optional<std::string> RunChanges::text_now(const WithdrawnPage& page) {
  const bool leads = !is_success(page.answer.status);
  const auto to = leads ? addresses_.of(page) : std::nullopt;
  if (leads && !to) return std::nullopt;
  const bool is_withdrawn = !leads || to->is_withdrawn;
  const std::int64_t at = leads ? to->page : page.page;
  auto body = is_withdrawn ? withdrawn_body(cache_, at) : Result<std::string>(batch_.body_of(at));
  if (!body || (leads && body->empty())) return std::nullopt;
  return *std::move(body);
}

// Its words. Many pages may lead to one.
std::optional<WordSet> RunChanges::words_now(const WithdrawnPage& page) {
  const auto to = is_success(page.answer.status) ? std::nullopt : addresses_.of(page);
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

std::optional<WordSet> RunChanges::words_now(const PageChange& change) {
  if (change.answer) return words_now(*change.answer);
  if (!change.elsewhere->is_withdrawn) return words_before(change.elsewhere->page, change.url);
  const auto body = withdrawn_body(cache_, change.elsewhere->page);
  return body && !body->empty() ? std::optional(readable_words(*body, change.url)) : std::nullopt;
}

std::optional<WordSet> RunChanges::words_before(std::int64_t page, std::string_view url) {
  const std::string body = batch_.body_of(page);
  return body.empty() ? std::nullopt : std::optional(readable_words(body, url));
}

// A host of one or two pages shows little by itself: those of all such hosts are compared, too.
void RunChanges::find_notices(const std::vector<PageChange>& changes) {
  constexpr std::size_t enough = 3;
  std::map<std::string_view, std::vector<const PageChange*>> by_host;
  for (const PageChange& change : changes) by_host[change.host].push_back(&change);
  std::vector<const PageChange*> of_small_hosts;
  for (const auto& [host, of_host] : by_host) {
    if (of_host.size() < enough) of_small_hosts.insert(of_small_hosts.end(), of_host.begin(), of_host.end());
    if (of_host.size() > 1) find_notices_among(of_host);
  }
  find_notices_among(of_small_hosts);
}

void RunChanges::find_notices_among(const std::vector<const PageChange*>& changes) {
  const auto each = [&](const auto& visit) {
    for (const PageChange* change : changes) {
      if (stopped()) return;
      if (const auto now = words_now(*change)) visit(*change, words_before(change->page, change->url), *now);
    }
  };
  Notices notices(changes.size());
  each([&](const PageChange&, const std::optional<WordSet>& before, const WordSet& now) { notices.add(before, now); });
  std::set<std::string_view> hosts;
  each([&](const PageChange& change, const std::optional<WordSet>& before, const WordSet& now) {
    if (!notices.is_notice(before, now)) return;
    notices_.insert(change.page);
    hosts.insert(change.host);
    if (!change.elsewhere) return;
    elsewhere_.insert(change.elsewhere->page);
    if (change.elsewhere->is_new) new_notices_.emplace_back(change.elsewhere->page, change.host);
  });
  if (!hosts.empty() && !fresh_) fresh_ = new_pages();
  for (const std::string_view host : hosts)
    for (const auto& [id, url] : (*fresh_)[std::string(host)]) {
      if (stopped()) return;
      if (notices.is_notice(std::nullopt, readable_words(batch_.body_of(id), url))) new_notices_.emplace_back(id, host);
    }
}

RunChanges::NewPages RunChanges::new_pages() {
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

}  // namespace pith::crawl
