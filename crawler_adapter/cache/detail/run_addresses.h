// Where else a run met a page: behind redirects, and at the other addresses of its host.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/run_doubts.h"
#include "crawler_adapter/cache/detail/withdrawals.h"

namespace pith::crawl {

// A page of the run that a redirect leads to, as it is now, be it withdrawn or not.
struct Destination {
  std::int64_t page = 0;
  std::string digest, host;
  bool is_new = false;  // or in doubt
  bool is_withdrawn = false;
};

// A page of the run with the path of another one, and another scheme, or with or without "www.".
struct Elsewhere {
  std::int64_t page = 0;
  bool is_new = false;
  bool is_same = false;  // it has, or had, the other's bytes
  bool is_withdrawn = false;
};

class RunAddresses {
 public:
  // The arguments outlive it.
  RunAddresses(CacheConnection& cache, const CrawlRun& run, const RunDoubts& doubts)
      : cache_(cache), run_(run), doubts_(doubts) {}

  // Whether redirects from the URL go in a circle: a login, or a cookie that never comes.
  bool leads_back(const std::string& url);
  // Follows the page's redirects, if it has any. Before of().
  void follow(const WithdrawnPage& page);
  std::optional<Destination> of(const WithdrawnPage& page) const;
  // The hosts of the targets of its redirects (host_of_page.h), be these there or not.
  const std::set<std::string>& hosts_on_the_way(const WithdrawnPage& page) const;
  // `digest`: of the page at the URL.
  std::optional<Elsewhere> elsewhere(const std::string& url, const std::string& digest);

 private:
  std::optional<Destination> find_destination(const WithdrawnPage& page, std::set<std::string>& hosts);

  CacheConnection& cache_;
  const CrawlRun& run_;
  const RunDoubts& doubts_;
  std::map<std::int64_t, Destination> destinations_;          // by the page that redirects,
  std::map<std::int64_t, std::set<std::string>> on_the_way_;  // and hosts
};

}  // namespace pith::crawl
