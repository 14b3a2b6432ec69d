// What a run of a crawl captured lately, to see whether pages that differed have the same bytes now.
#pragma once

#include <cstddef>
#include <string>
#include <unordered_map>

#include "crawler_adapter/cache/cache_records.h"

namespace pith::crawl {

class RecentBodies {
 public:
  // A page of the run came with these bytes, and had others before, or the same ("": it is new). Whether another page
  // that was known came with these bytes, though the two differed before: perhaps a login or a notice for all. A page
  // and its print version are updated together, and do not differ before or after.
  bool meet(const CrawlRun& run, const std::string& digest, const std::string& before) {
    if (run.crawl != run_.crawl || run.run != run_.run) {
      before_.clear();
      run_ = run;
    }
    if (before_.size() >= most) before_.clear();
    std::string& other = before_[digest];
    if (other.empty()) other = before;
    return !before.empty() && other != before && digest != before;
  }

 private:
  static constexpr std::size_t most = 8192;  // what comes for all pages comes again soon

  CrawlRun run_;
  std::unordered_map<std::string, std::string> before_;  // by digest, of the first known page that came with it
};

}  // namespace pith::crawl
