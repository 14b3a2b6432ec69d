// Extracts the pages of all sites that have work, on several threads.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "config/config.h"
#include "core/base/result.h"
#include "core/extract/content_signature.h"
#include "core/extract/extracted_page.h"
#include "crawler_adapter/page_cache.h"
#include "plugin/app/pipeline/document_cache.h"
#include "plugin/app/pipeline/site_setup.h"
#include "plugin/app/pipeline/site_template.h"

namespace pith::pipeline {

// What became of one page. Exactly one comes out for each page that was looked at.
struct PageResult {
  std::size_t site = 0;    // index into the sites given
  crawl::SitePage page;    // as it was before
  bool extracted = false;  // false: nothing has changed, there is nothing to do
  std::string fingerprint;
  std::optional<std::vector<std::uint64_t>> links;  // ranked anew, to be saved
  bool new_shape = false;                           // page.shape is to be saved
  ExtractedPage result;                             // if extracted
  ContentSignature content;                         // of the result, unless it is skipped
  bool ends_site = false;                           // the last of its site, all of which could be read
  std::size_t site_pages = 0;                       // of the whole site, with its first result; 0 with others
  std::int64_t site_change = 0;                     // for PageCache::finish_site
  std::optional<SiteTemplateText>
      site_template;  // of the last page of a site: its template's document is to be written
};

// A site that no page of is to be looked at.
struct EmptySite {
  std::size_t site = 0;
  std::int64_t change = 0;
};

// How many threads the configuration asks for: extract.threads, or one a processor.
unsigned extraction_threads(const config::Settings& settings);

// Works through sites in order, first the sample that a site's model is learned from, then its pages in order of URL,
// on `threads` threads with a cache connection each. While some still work on one site's sample, others begin the next
// site. Call next() from one thread until it returns nothing. Results wait in a bounded queue, so extraction never runs
// far ahead of the index.
class ExtractionPool {
 public:
  // `all`: pages whose inputs have not changed are extracted too. With a read-only cache nothing is written.
  ExtractionPool(const crawl::CacheOptions& cache, Setups& setups, std::vector<std::string> sites, unsigned threads,
                 bool all = false);
  ~ExtractionPool();  // stops

  // The next result; nothing when all is done, after stop(), or after an error (then error() tells).
  std::optional<PageResult> next();
  // Pages in work are finished, no others begun.
  void stop();
  std::optional<Error> error();

  // Sites that turned out to be empty; complete after next() has returned nothing.
  std::vector<EmptySite> empty_sites();

 private:
  struct SiteWork;
  enum class Task : std::uint8_t { survey, model, page };
  struct Job {
    std::shared_ptr<SiteWork> site;
    Task task;
    std::size_t number;  // of the survey's todo(), or index of the page
  };
  void work();
  void wake_waiting();
  std::optional<Job> take_job(crawl::PageCache& cache);
  static std::optional<Job> job_of(
      const std::shared_ptr<SiteWork>& site);  // nothing now, or ever: see SiteWork::is_given_out
  bool begin_site(crawl::PageCache& cache);
  bool wants_model(const std::vector<crawl::SitePage>& pages);
  void survey(crawl::PageCache& cache, const Job& job);
  void make_model(crawl::PageCache& cache, SiteWork& site);
  std::optional<Error> read_template(crawl::PageCache& cache, SiteWork& site);
  PageResult process(crawl::PageCache& cache, const Job& job, std::uint64_t content_key);
  bool find_shape(crawl::PageCache& cache, PageResult& out);
  void extract(crawl::PageCache& cache, const Job& job, const SiteSetup& setup,
               const std::vector<std::size_t>& siblings, PageResult& out);
  // Runs `work`; where memory is short, once more without the documents that are kept. False if it still is.
  template <typename Work>
  bool in_memory(const Work& work);
  // Within the limits of its host.
  Result<std::shared_ptr<const Document>> document(crawl::PageCache& cache, const crawl::SitePage& page);
  void deliver(const Job& job, PageResult result);
  void fail(Error error);

  const crawl::CacheOptions cache_options_;
  Setups& setups_;
  const std::vector<std::string> sites_;
  const bool all_;
  const unsigned thread_count_;
  DocumentCache documents_;
  std::mutex unparsed_mutex_;
  std::unordered_map<std::int64_t, Error> unparsed_;  // what was wrong with pages: it may have taken long to find out

  std::mutex jobs_mutex_;
  std::condition_variable job_may_be_there_;
  std::size_t next_site_ = 0;
  std::deque<std::shared_ptr<SiteWork>> active_;  // sites that have jobs to give out, now or later

  std::mutex results_mutex_;
  std::condition_variable can_take_, can_put_;
  std::deque<PageResult> results_;
  std::vector<EmptySite> empty_;
  unsigned running_ = 0;
  std::atomic<bool> stopping_ = false;
  std::optional<Error> error_;
  std::vector<std::thread> threads_;
};

}  // namespace pith::pipeline
