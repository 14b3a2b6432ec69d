#include "crawler_adapter/cache/detail/run_addresses.h"

#include <string_view>
#include <utility>

#include "core/text/site_area.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/detail/host_of_page.h"

namespace pith::crawl {
namespace {

constexpr int max_steps = 20;  // of a chain of redirects

}  // namespace

bool RunAddresses::leads_back(const std::string& url) {
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

std::optional<Destination> RunAddresses::find_destination(const WithdrawnPage& page, std::set<std::string>& hosts) {
  const auto from = parse_url(page.answer.url);
  auto at = from ? resolve(*from, page.answer.redirect_to) : std::nullopt;
  for (int step = 0; at && step < max_steps; ++step) {
    hosts.insert(site_area(*at));
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
                         .is_new = !doubts_.is_known(next->getColumn(1).getInt64(), next->getColumn(6).getString()),
                         .is_withdrawn = next->getColumn(2).getInt() != 0};
    }
    at = resolve(*at, to);
  }
  return std::nullopt;
}

void RunAddresses::follow(const WithdrawnPage& page) {
  if (page.answer.redirect_to.empty()) return;
  if (auto to = find_destination(page, on_the_way_[page.page])) destinations_.emplace(page.page, *std::move(to));
}

const std::set<std::string>& RunAddresses::hosts_on_the_way(const WithdrawnPage& page) const {
  static const std::set<std::string> none;
  const auto found = on_the_way_.find(page.page);
  return found == on_the_way_.end() ? none : found->second;
}

std::optional<Destination> RunAddresses::of(const WithdrawnPage& page) const {
  const auto found = destinations_.find(page.page);
  return found == destinations_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Elsewhere> RunAddresses::elsewhere(const std::string& url, const std::string& digest) {
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
                         .is_new = doubts_.is_new(query->getColumn(1).getInt64()),
                         .is_same = query->getColumn(2).getString() == digest,
                         .is_withdrawn = query->getColumn(3).getInt() != 0};
    }
  return std::nullopt;
}

}  // namespace pith::crawl
