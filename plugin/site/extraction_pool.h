// Extracts the pages of all sites that have work, on several threads: a queue of sites in front of PageWorkers.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "config/config.h"
#include "core/base/result.h"
#include "plugin/site/page_documents.h"
#include "plugin/site/page_outcome.h"
#include "plugin/site/page_worker.h"
#include "plugin/site/site_setup.h"
#include "plugin/site/site_source.h"
#include "plugin/site/site_template.h"

namespace pith::pipeline {

// A page that was processed, with news of its site at the time. Each page gives exactly one.
struct PoolResult : PageResult {
  std::size_t site = 0;          // index into the sites given
  std::size_t site_pages = 0;    // of the whole site, with its first result; else 0
  bool ends_site = false;        // the last of its site, if all of its pages could be read
  std::int64_t site_change = 0;  // for CacheLedger::finish_site
  // Of an extracted page, if the pool makes them: instead of `result` and `content`, which are empty then.
  std::optional<PageOutcome> outcome = std::nullopt;
  // With the last page of a site, if its template's document must be written.
  std::optional<SiteTemplateText> site_template = std::nullopt;
};

// A site with no pages to examine.
struct EmptySite {
  std::size_t site = 0;
  std::int64_t change = 0;
};

// The number of threads by the configuration: extract.threads, or one per processor.
unsigned extraction_threads(const config::Settings& settings);

struct PoolOptions {
  unsigned threads = 1;
  bool all = false;          // also pages and templates' texts that have not changed since the index was written
  bool in_order = false;     // results come in the order in which their pages were begun
  bool only_models = false;  // all sites are learned (SiteSource::keep), and no page is extracted
  // The pool ends without the pages in work, which stay as they were.
  StopFlag stop = nullptr;
  // These may be null, and outlive the pool.
  const OutcomeMaker* outcomes = nullptr;  // makes an outcome of each extracted page
  const PageReader* reader = nullptr;
  PagesInWork* in_work = nullptr;
};

// Processes sites in order, first the sample that a site's model is learned from, then its pages in order of URL, on
// `threads` threads with one source each. While some still work on one site's sample, others begin the next
// site. Call next() from one thread until it returns nothing. Results wait in a bounded queue, so extraction never gets
// far ahead of the index.
class ExtractionPool {
 public:
  // `setups` outlives it, and what `open` needs.
  ExtractionPool(OpenSource open, Setups& setups, std::vector<std::string> sites, const PoolOptions& options);
  ~ExtractionPool();  // stops

  // The next result; nothing when all is done, after stop(), or after an error (see error()). In order, none after a
  // page whose work was given up.
  std::optional<PoolResult> next();
  // Finishes pages in work and begins no others.
  void stop();
  std::optional<Error> error();

  // Sites that turned out to be empty; complete after next() has returned nothing.
  std::vector<EmptySite> empty_sites();

 private:
  struct QueuedSite;
  enum class Task : std::uint8_t { survey, model, page };
  struct Job {
    std::shared_ptr<QueuedSite> site;
    Task task;
    std::size_t number;     // of the survey's todo(), or index of the page
    std::size_t order = 0;  // of the page among all that were begun
  };
  void run_thread();
  std::optional<Error> work_off_jobs();
  std::optional<Error> work_off(const Job& job, SiteSource& source, PageWorker& worker);
  void wake_waiting();
  // Nothing: all is done, or the run is ending.
  Result<std::optional<Job>> take_job(SiteSource& source);
  std::optional<Job> job_of(const std::shared_ptr<QueuedSite>& site);  // nothing now, or ever: see is_given_out
  std::optional<Error> begin_site(SiteSource& source);
  std::optional<Error> make_model(SiteSource& source, QueuedSite& site);
  std::optional<Error> make_outcome(PoolResult& result);
  std::optional<Error> deliver(const Job& job, PageResult result);
  void fail(Error error);

  const OpenSource open_;
  Setups& setups_;
  const std::vector<std::string> sites_;
  const PoolOptions options_;
  PageDocuments documents_;

  std::mutex jobs_mutex_;
  std::condition_variable job_may_be_there_;
  std::size_t next_site_ = 0, begun_pages_ = 0;
  std::deque<std::shared_ptr<QueuedSite>> active_;  // sites with jobs, now or later

  std::mutex results_mutex_;
  std::condition_variable can_take_, can_put_;
  std::map<std::size_t, PoolResult> results_;  // in the order in which next() takes them
  std::size_t delivered_ = 0, taken_ = 0;
  std::size_t waiting_bytes_ = 0;  // of results_
  std::vector<EmptySite> empty_;
  unsigned running_ = 0;
  std::atomic<bool> stopping_ = false;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

// Takes the results of a pool one by one; an error ends the run.
using Sink = std::function<std::optional<Error>(PoolResult&&)>;

// All that works on whole sites does it here: runs a pool and hands each result to the sink, on the caller's thread.
// The result: sites without pages to examine.
Result<std::vector<EmptySite>> extract_sites(OpenSource open, Setups& setups, std::vector<std::string> sites,
                                             const PoolOptions& options, const Sink& sink);

}  // namespace pith::pipeline
