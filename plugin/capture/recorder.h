// Accepts captured pages from a crawler and stores them in the page cache, without ever slowing or stopping the crawl.
//
// Independent of any crawler: each plugin has one Recorder and translates its host's events. submit() puts the page
// into a bounded queue and returns; the recorder's thread writes batches to the cache. On errors (a cache that cannot
// be opened, a full disk) the crawl goes on: the message is kept for the host's log and written to a status file, and
// writing is tried again. Pages that did not fit into the queue meanwhile are counted as lost.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"

namespace pith::capture {

struct RecorderOptions {
  crawl::CacheOptions cache;
  crawl::CrawlRun run;
  std::string status_file;  // JSON, see deploy/manual/formats.md; empty: no file
  std::size_t queue_bytes = 64 << 20;
  // How long submit() waits for room in a full queue while the writer makes progress.
  std::chrono::milliseconds queue_wait = std::chrono::seconds(2);
};

struct RecorderCounts {
  // Handed to the cache: pages, redirects and errors. It does not keep all (`pith stats`: site_full, too_large).
  std::int64_t captured = 0;
  std::int64_t pages = 0, redirects = 0, errors = 0;
  std::int64_t unanswered = 0;  // of all these: no answer to a request, none in HTTP, or a body that is cut or empty
  std::array<std::int64_t, 200> statuses = {};  // of the errors, from 400 on
  std::int64_t ignored = 0;                     // not HTML
  std::int64_t lost = 0;                        // could not be stored; the messages say why
  std::int64_t requests = 0;                    // that the crawler has made, if it tells (set_traffic)
  std::int64_t waiting = 0;                     // links that it still has to look at, likewise
};

// Why a crawl ended, as far as the plugin knows.
struct CrawlEnd {
  bool stopped = false;        // before the crawler had seen all pages
  std::string limit = {};      // what stopped it: "max_pages", "cache" (it cannot be written to)
  std::int64_t beyond = 0;     // links that are too deep, or that were left when the last page wanted had come
  std::string elsewhere = {};  // the host that links lead to, if none leads to a page of the crawl
  std::map<std::string, std::string> types = {};    // of the first answers that were no HTML, by URL
  std::int64_t forbidden_links = 0;                 // different ones, that robots.txt forbids
  std::vector<std::string> forbidden = {};          // for people, by which paths, a line for each server
  std::map<std::string, std::string> refused = {};  // of the first URLs that were not asked for, why, in a sentence
  std::vector<std::string> unsure = {};  // such sentences, one for each server that did not say what it allows
};

// Thread-safe. No function throws. By the end, each submitted page is captured or lost. A full queue makes submit()
// wait for at most `queue_wait` while the writer makes progress, and not at all while it does not.
class Recorder {
 public:
  explicit Recorder(RecorderOptions options);
  ~Recorder();  // close()
  Recorder(const Recorder&) = delete;
  Recorder& operator=(const Recorder&) = delete;

  void submit(crawl::CapturedPage page) noexcept;
  void count_ignored() noexcept;
  // What the crawler says of its work, for the status file.
  void set_traffic(std::int64_t requests, std::int64_t waiting) noexcept;
  // Counts a page that the host cannot hand over; the message says which and why.
  void count_lost(const std::string& message) noexcept;

  // What went wrong since the last call, each kind of error once, for the host's log.
  std::vector<std::string> take_messages() noexcept;

  // Whether the cache has not been writable for some seconds, for another reason than that others write to it.
  bool is_stuck() const noexcept;

  // Writes the queued pages, ends the thread and writes the status file a last time. Afterwards submit() does nothing.
  RecorderCounts close(const CrawlEnd& end = {}) noexcept;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;  // null if there was no memory or no thread for it
};

// Writes a status file that only says that nothing is captured, and why: for a plugin with an invalid configuration.
void write_failure_status(const std::string& status_file, const std::string& message) noexcept;

}  // namespace pith::capture
