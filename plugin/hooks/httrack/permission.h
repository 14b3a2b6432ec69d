// Which URLs `pith crawl` may ask for: those that robots.txt allows, and none of another machine as long as its owner
// could not reach whoever crawls it.
//
// HTTrack runs without its own rules (-s0): crawler_adapter/fetch/robots_check.h says what they lack.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <unordered_set>
#include <utility>
#include <vector>

#include "config/config.h"
#include "core/base/keyed_hash.h"
#include "core/dom/parse.h"
#include "core/page/marks.h"
#include "core/text/url.h"
#include "crawler_adapter/fetch/robots_check.h"

namespace pith::capture {

// Use from one thread at a time. Bounded in memory: forbidden links beyond the first 1,000,000 are not counted,
// and the reasons of 100 links and servers are kept.
class Permission {
 public:
  Permission(const config::Crawl& crawl, bool keeps_to_robots)
      : has_contact_(crawl.user_agent != config::Crawl().user_agent) {
    if (keeps_to_robots) robots_.emplace(crawl.user_agent);
  }

  // `unsure`: the server does not say, or gives no answer at all.
  enum class Answer : std::uint8_t { allowed, refused, unsure };

  // May wait for a server's robots.txt, once.
  Answer ask(const Url& url) {
    if (!has_contact_ && !is_loopback_host(url.host)) {
      note(url, url.str() + ": is on another machine, and crawl.user_agent is still the example; give --contact");
      return Answer::refused;
    }
    const auto refusal = robots_ ? robots_->refusal(url) : std::nullopt;
    if (!refusal) return Answer::allowed;
    if (refusal->by_rule) {
      constexpr std::size_t most = 1'000'000;
      if (forbidden_links_.size() < most) forbidden_links_.insert(KeyedHash()(url.str()));
    }
    if (refuses_first(url)) {
      if (refusal->by_rule)
        forbidden_.push_back(robots_->forbidden_paths(url));
      else
        unsure_.push_back(refusal->why);
    }
    note(url, refusal->why);
    return refusal->by_rule ? Answer::refused : Answer::unsure;
  }

  // Before a request: waits as long as the server wants (Crawl-delay), at most a minute.
  void wait_turn(const Url& url) {
    using Clock = std::chrono::steady_clock;
    constexpr double longest = 60;
    constexpr std::size_t most = 1'000;
    const double delay = robots_ ? std::min(robots_->crawl_delay(url), longest) : 0;
    if (delay <= 0) return;
    if (turns_.size() >= most) turns_.clear();
    Clock::time_point& turn = turns_[server_of(url)];
    std::this_thread::sleep_until(turn);
    turn = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(delay));
  }

  // Whether a page asks that none of its links be followed: <meta name="robots" content="nofollow">. O(1): the first
  // 64 kB are read.
  bool forbids_following(std::string_view html) const {
    constexpr std::size_t head_bytes = 64 << 10;
    if (!robots_) return false;
    const auto document = parse_html(html.substr(0, head_bytes));
    return document && read_marks(*document, {}, {}).nofollow;
  }

  std::int64_t requests() const { return robots_ ? robots_->requests() : 0; }
  // As CrawlEnd has them.
  std::int64_t forbidden_links() const { return static_cast<std::int64_t>(forbidden_links_.size()); }
  const std::vector<std::string>& forbidden() const { return forbidden_; }
  const std::map<std::string, std::string>& refused() const { return refused_; }
  const std::vector<std::string>& unsure() const { return unsure_; }

 private:
  static constexpr std::size_t most_kept = 100;

  static std::string server_of(const Url& url) { return url.scheme + "://" + url.host + ":" + url.port; }

  bool refuses_first(const Url& url) { return servers_.size() < most_kept && servers_.insert(server_of(url)).second; }

  void note(const Url& url, std::string why) {
    if (refused_.size() < most_kept) refused_.try_emplace(url.str(), std::move(why));
  }

  std::optional<crawl::RobotsCheck> robots_;
  bool has_contact_;
  std::unordered_set<std::size_t> forbidden_links_;  // by the hash alone, which keeps an entry small
  std::map<std::string, std::string> refused_;
  std::set<std::string> servers_;                                       // that have refused something
  std::map<std::string, std::chrono::steady_clock::time_point> turns_;  // servers' next ones
  std::vector<std::string> forbidden_, unsure_;
};

}  // namespace pith::capture
