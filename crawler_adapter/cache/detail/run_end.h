// What the end of a crawl's run means for pages that it did not find, or whose server answered otherwise.
//
// If most of a crawl's pages go in one run, or most of a host's (and at least ten), they are not gone: there is a
// login, a notice, a block. They are held: all stay, and are counted (SiteCounts::held). Most pages go if
// - more were refused than found, new pages aside: with an error, a redirect to where others are redirected, too, or
//   bytes that differing pages share now; or
// - in a run that has seen all that it could, more were refused or not found than found, new pages included.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/capture_batch.h"

namespace pith::crawl {

// Within one transaction. Used once.
class RunEnd {
 public:
  // The arguments outlive it.
  RunEnd(CacheConnection& cache, const CrawlRun& run, const RunEndOptions& options)
      : cache_(cache), run_(run), options_(options), batch_(cache, run) {}

  // See CacheCapture::end_run. Redirects in a circle are failures: their pages stay, and so do those below them.
  Retired end();

 private:
  // The pages of a host that are shown.
  struct Pages {
    std::int64_t found = 0, known = 0;  // by the run; of these, known before it
    std::int64_t refused = 0, unmet = 0;
    bool held = false;
  };
  struct Unmet {
    std::int64_t page = 0, run = 0;
    std::string host;
  };
  using PagesByHost = std::map<std::string, Pages>;

  void keep_circles();
  bool leads_back(const std::string& url);
  PagesByHost count();
  bool has_moved(const WithdrawnPage& page);
  void judge(PagesByHost& hosts) const;
  void release_earlier();
  void end_withdrawn(const PagesByHost& hosts);
  void end_unmet(const PagesByHost& hosts);

  CacheConnection& cache_;
  const CrawlRun& run_;
  const RunEndOptions& options_;
  CaptureBatch batch_;
  std::vector<WithdrawnPage> withdrawn_;
  std::vector<Unmet> unmet_;
  Retired out_;
};

}  // namespace pith::crawl
