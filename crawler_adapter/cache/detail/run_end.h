// What the end of a crawl's run means for pages that it did not find, or whose server answered otherwise.
//
// If most of a crawl's pages go in one run, or most of a host's (and at least ten), they are not gone: there is a
// login, a notice, a block. They are held: all stay, and are counted (SiteCounts::held). A host is the same at http
// and https, with and without "www."; a user's area is a host of its own (host_of_page.h), which is also held if most
// of its pages go, and most of its server's, with all areas. Most pages go if
// - more were refused than found or moved, new pages aside: with an error, a redirect to where others are redirected,
//   too, or to what others are, bytes that three differing pages share now, or a notice (notices.h), be it behind a
//   redirect; or
// - in a run that has seen all that it could, more were refused or not found than found or moved, new pages included;
//   or, if the known pages that it found have all lost nine tenths of their words, more than these and the moved.
// A page that was found with another scheme, or with or without "www.", is found, unless a notice is there, which then
// counts for nothing. One that redirects to a new page of its own, its own bytes, or half of its words has moved. Pages
// that are folded into others count for nothing, except that a page is not missed if one of its host is found that was
// folded into it, nor refused if it leads there; pages that failed for now were found, but are no known ones.
//
// What came with a wall, such as logins, must not make up for pages when the wall comes again. So pages are in doubt
// if the run that brought them held their host, or got notices or new pages instead of a tenth of its known ones,
// which `meta` notes until the run has ended (run_notes.h); or if they are notices in place of pages that were folded.
// They are until another run finds them, and holds neither the host nor one whose pages lead there. Pages in doubt
// count as new where they are found, and are not missed; but whatever earlier runs brought can be refused. If all are
// in doubt, none is; nor is any if all of a host are, as far as the host itself is concerned. Where most pages of
// another host, or of a server, go, at least ten, and ten or a tenth lead elsewhere, perhaps to the new host of the
// site, the pages in doubt of each host on their way are missed. (Not on nights on which the old host says something
// else: nobody can tell the new one from a login that is gone.)
// What refused pages of a host redirect to there counts for nothing. A run that was killed decides nothing.
//
// New pages of a held host that say no more than a notice, or to which its held pages redirect, are logins, and are
// gone. If a run finds no page of a host as it was, and most go, other text does not replace any.
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
#include "crawler_adapter/cache/detail/run_addresses.h"
#include "crawler_adapter/cache/detail/run_changes.h"
#include "crawler_adapter/cache/detail/run_doubts.h"
#include "crawler_adapter/cache/detail/withdrawals.h"

namespace pith::crawl {

// Within one transaction. Used once.
class RunEnd {
 public:
  // The arguments outlive it.
  RunEnd(CacheConnection& cache, const CrawlRun& run, const RunEndOptions& options)
      : cache_(cache),
        run_(run),
        options_(options),
        batch_(cache, run),
        doubts_(cache, run),
        addresses_(cache, run, doubts_),
        changes_(cache, run, batch_, addresses_, options.stop) {}

  // See CacheCapture::end_run. Redirects in a circle are failures: their pages stay, and so do those below them.
  Result<Retired> end();

 private:
  // The pages of a host that are shown.
  struct Pages {
    std::int64_t found = 0, known = 0, fresh = 0;  // by the run, or failed; of these, known and new
    std::int64_t other = 0;                        // of the known: with hardly any of their words
    std::int64_t moved = 0;                        // known
    std::int64_t same = 0;                         // known, and nothing else came
    std::int64_t refused = 0, unmet = 0;           // of earlier pages; of known ones
    struct {
      std::int64_t found = 0, same = 0, refused = 0, unmet = 0;
    } doubtful;                 // of earlier pages that are in doubt; the found are among the fresh
    bool is_led_to = false;     // by other hosts
    bool is_as_it_was = false;  // in part, or for the most
    bool held = false;

    void add(const Pages& other);
    bool most_go() const;
    bool many_go() const;
    Pages without_doubt() const;
    bool all_in_doubt() const;
  };
  struct Unmet {
    std::int64_t page = 0, run = 0;
    std::string host, url;
    bool is_shown = false, is_known = false, was_held = false;
    std::optional<Elsewhere> elsewhere = {};
  };
  using PagesByHost = std::map<std::string, Pages>;

  bool stopped() const { return options_.stop && *options_.stop; }
  void find_circles();
  void find_unmet();
  std::vector<PageChange> changes();
  std::set<std::int64_t> moved_pages();
  void find_refused();
  PagesByHost count();
  void count_found(PagesByHost& hosts);
  void count_unmet(PagesByHost& hosts);
  void count_withdrawn(PagesByHost& hosts);
  void find_led(PagesByHost& hosts) const;
  bool has_twin(const std::string& url, const std::string& host) const;
  void judge(PagesByHost& hosts) const;
  void release_earlier();
  void end_withdrawn(const PagesByHost& hosts);
  void end_unmet(const PagesByHost& hosts);
  void settle(PagesByHost& hosts);

  CacheConnection& cache_;
  const CrawlRun& run_;
  const RunEndOptions& options_;
  CaptureBatch batch_;
  RunDoubts doubts_;
  RunAddresses addresses_;
  RunChanges changes_;
  struct Walled {
    std::int64_t pages = 0;
    std::map<std::string, std::int64_t> hosts;
  };
  struct Leading {
    std::int64_t pages = 0;  // refused ones
    std::set<std::string> hosts;
  };
  std::map<std::string, Leading> leading_;  // by host, and by server with a slash: to other hosts
  std::map<std::string, Walled> walled_;    // by host: pages that gave way to notices or new pages, and their hosts
  std::vector<WithdrawnPage> withdrawn_;
  std::vector<Unmet> unmet_;
  std::set<std::int64_t> refused_;                      // withdrawn pages
  std::vector<std::int64_t> notices_of_copies_;         // pages that were folded, and are a notice now
  std::map<std::string, std::set<std::string>> twins_;  // by URL: hosts of pages folded into it that are found
  Retired out_;
};

}  // namespace pith::crawl
