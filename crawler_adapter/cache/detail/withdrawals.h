// Pages of a crawl whose server answered otherwise, until the run has ended; and pages that are held (run_end.h).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::crawl {

struct WithdrawnPage {
  std::int64_t page = 0;
  std::string host;           // host_of_page.h
  bool is_shown = false;      // in the index, or to be
  bool is_folded = false;     // into a page that is
  std::int64_t settled = 0;   // as in the table
  std::string former_digest;  // of the page
  std::string digest;         // of what came instead
  CapturedPage answer;        // without its body
  std::string target = {};    // of a redirect: the URL, without its query if that names the page
  // The server failed to answer, or redirects in a circle (RunEnd): the page stays, and says nothing of others.
  bool failed = false;
  // What came is no page of its own: it has nothing to say about this one (RunEnd).
  bool refused = false;
  bool leads_to_login = false;
};

// Within a transaction.
void withdraw(CacheConnection& cache, std::int64_t page, const CrawlRun& run, const CapturedPage& answer,
              const CapturedRecord& prepared);
void withdraw_failed(CacheConnection& cache, std::int64_t page, const CrawlRun& run);
// Nothing is withdrawn or held of the page any more. Whether anything was.
bool end_withdrawal(CacheConnection& cache, std::int64_t page);
// The page stays as it is. `unmet`: the run did not find it; otherwise it was withdrawn.
void hold(CacheConnection& cache, std::int64_t page, const CrawlRun& run, bool unmet);

// By the run, in order of URL; none that are held.
std::vector<WithdrawnPage> withdrawals_of(CacheConnection& cache, const CrawlRun& run);
// The bytes that came instead of the page; empty if none did. Error "damaged_body".
Result<std::string> withdrawn_body(CacheConnection& cache, std::int64_t page);

}  // namespace pith::crawl
