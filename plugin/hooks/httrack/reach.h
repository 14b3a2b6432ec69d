// How far a crawl reaches: the links that it leaves out because they are too deep, and where they lead if not to the
// crawl's own hosts.
//
// HTTrack does not tell which links it refuses for their depth. So `pith crawl` lets it go one level deeper, and the
// plugin refuses the links of the last level itself, and counts them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "core/base/keyed_hash.h"

namespace pith::capture {

// Bounded in memory: links beyond the first 1,000,000 that are too deep are not counted, nor hosts beyond the first
// 1,000. Use from one thread at a time. Links and pages are named by anything that is the same for the same URL.
class Reach {
 public:
  static constexpr int start_list = std::numeric_limits<int>::max();

  // Links of pages at this depth, as HTTrack counts it down to 1, or deeper are left out; 0: of no page.
  explicit Reach(int last_level = 0) : last_level_(last_level) {}

  // The links that come next are those of this page; or of HTTrack's list of start URLs.
  void begin_page(int depth) { depth_ = depth; }

  // A link on that page; `followed`: HTTrack would follow it. Whether it is too deep.
  bool leaves_out(std::string_view host, std::string_view link, bool followed) {
    if (depth_ == start_list) return false;
    if (!followed) {
      constexpr std::size_t most = 1'000;
      if (const auto known = elsewhere_.find(host); known != elsewhere_.end())
        ++known->second;
      else if (elsewhere_.size() < most)
        elsewhere_.emplace(host, 1);
      return false;
    }
    inside_ = true;
    if (depth_ > last_level_) return false;
    constexpr std::size_t most = 1'000'000;
    if (beyond_.size() < most) beyond_.insert(KeyedHash()(link));
    return true;
  }

  // At the end, for each link that the crawl has followed.
  void reached(std::string_view link) { beyond_.erase(KeyedHash()(link)); }

  // Different links that were left out.
  std::int64_t beyond() const { return static_cast<std::int64_t>(beyond_.size()); }

  // The host that most links lead to, if none leads to a page of the crawl; else empty. It may be the crawl's own:
  // above the directory that it stays in.
  std::string only_elsewhere() const {
    if (inside_ || elsewhere_.empty()) return {};
    return std::ranges::max_element(elsewhere_, {}, [](const auto& host) { return host.second; })->first;
  }

 private:
  int last_level_, depth_ = start_list;
  bool inside_ = false;
  std::unordered_set<std::size_t> beyond_;  // by the hash alone, which keeps an entry small
  std::map<std::string, std::size_t, std::less<>> elsewhere_;
};

}  // namespace pith::capture
