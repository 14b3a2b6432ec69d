// What the end of a crawl's run means for pages that it did not find, or whose server answered otherwise.
//
// If most of a crawl's pages go in one run, or most of a host's (and at least ten), they are not gone: there is a
// login, a notice, a block. They are held: all stay, and are counted (SiteCounts::held). Most pages go if
// - more were refused than found, new pages aside: with an error, a redirect to where others are redirected, too, or to
//   what others are, bytes that differing pages share now, or a notice (notices.h), be it behind a redirect; or
// - in a run that has seen all that it could, more were refused or not found than found, new pages included; or, if it
//   found no known page, any.
// A page that was found with another scheme, or with or without "www.", is not missed.
// Known are pages that a run had found that has ended, and did not hold their host: they are settled. Before any page
// of the crawl is, those are known that earlier runs brought. Others are new. Pages that are folded into others count
// for nothing, except that a page is not missed if one is found that was folded into it; pages that failed for now were
// found, but are no known ones. New pages that several held pages lead to, and that say no more than a notice, are
// logins, and are gone.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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
    std::int64_t found = 0, known = 0, fresh = 0;  // by the run, or failed; of these, known and new
    std::int64_t refused = 0, unmet = 0;           // of known pages
    bool held = false;
  };
  struct Unmet {
    std::int64_t page = 0, run = 0;
    std::string host, url;
    bool is_shown = false, is_known = false;
  };
  using PagesByHost = std::map<std::string, Pages>;

  bool is_known(std::int64_t settled, bool of_other = false) const;
  void find_circles();
  bool leads_back(const std::string& url);
  bool is_found_elsewhere(std::int64_t id, const std::string& url);
  struct Destination {
    std::int64_t page = 0;
    std::string digest;
    bool is_new = false, is_withdrawn = false;
  };
  std::optional<Destination> find_destination(const WithdrawnPage& page);
  std::optional<Destination> destination_of(const WithdrawnPage& page) const;
  std::optional<std::string> text_now(const WithdrawnPage& page);
  std::set<std::int64_t> notices();
  std::set<std::int64_t> moved_pages();
  void find_refused();
  PagesByHost count();
  void count_withdrawn(PagesByHost& hosts, const std::set<std::string>& twins);
  void judge(PagesByHost& hosts) const;
  void release_earlier();
  void end_withdrawn(const PagesByHost& hosts);
  void end_unmet(const PagesByHost& hosts);
  void settle(const PagesByHost& hosts);

  CacheConnection& cache_;
  const CrawlRun& run_;
  const RunEndOptions& options_;
  bool has_settled_ = false;  // the crawl, pages
  CaptureBatch batch_;
  std::vector<WithdrawnPage> withdrawn_;
  std::map<std::int64_t, Destination> destinations_;  // by the page that redirects
  std::vector<Unmet> unmet_;
  Retired out_;
};

}  // namespace pith::crawl
