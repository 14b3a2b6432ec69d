#include "plugin/capture/recorder.h"

#include <signal.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <thread>
#include <utility>

#include "core/system/write_file.h"
#include "core/text/url.h"
#include "crawler_adapter/cache/captured_record.h"
#include "crawler_adapter/page/crawl_errors.h"

namespace pith::capture {
namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr std::size_t batch_pages = 64;
constexpr std::size_t batch_bytes = 8 << 20;
constexpr int not_modified = 304, first_error = 400;
constexpr auto patience = 5s;                // with a cache that cannot be written to
constexpr std::size_t page_overhead = 1024;  // the size of an empty page in the queue

std::size_t weight(const crawl::CapturedPage& page) { return page.body.size() + page_overhead; }

std::map<std::string, std::int64_t> statuses_of(const RecorderCounts& counts) {
  std::map<std::string, std::int64_t> out;
  for (std::size_t i = 0; i < counts.statuses.size(); ++i)
    if (counts.statuses[i] > 0) out[std::to_string(static_cast<int>(i) + first_error)] = counts.statuses[i];
  return out;
}

// Format: deploy/manual/formats.md.
void write_status(const std::string& file, const char* state, const RecorderCounts& counts,
                  const std::vector<std::string>& messages, const CrawlEnd& end = {}) {
  if (file.empty()) return;
  const nlohmann::json status = {{"state", state},
                                 {"stopped", end.stopped},
                                 {"captured", counts.captured},
                                 {"pages", counts.pages},
                                 {"errors", counts.errors},
                                 {"redirects", counts.redirects},
                                 {"unanswered", counts.unanswered},
                                 {"statuses", statuses_of(counts)},
                                 {"ignored", counts.ignored},
                                 {"lost", counts.lost},
                                 {"requests", counts.requests},
                                 {"waiting", counts.waiting},
                                 {"limit", end.limit},
                                 {"beyond", end.beyond},
                                 {"elsewhere", end.elsewhere},
                                 {"types", end.types},
                                 {"forbidden_links", end.forbidden_links},
                                 {"forbidden", end.forbidden},
                                 {"refused", end.refused},
                                 {"unsure", end.unsure},
                                 {"messages", messages}};
  replace_file(file, status.dump(1, ' ', false, nlohmann::json::error_handler_t::replace) + '\n');
}

// A cache at the limit on a file's size (ulimit -f) must not end the crawler: the write fails instead. The
// signal goes to the thread that writes.
void leave_file_limits_to_errors() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGXFSZ);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

struct Recorder::Impl {
  explicit Impl(RecorderOptions o) : options(std::move(o)) {
    batch.reserve(batch_pages);
    thread = std::thread([this] { run(); });
  }

  void run() noexcept {
    leave_file_limits_to_errors();
    while (next_batch()) {
      try {
        write_or_retry();
      } catch (const std::exception&) {
        const std::lock_guard lock(mutex);  // out of memory: the crawl goes on without the rest of the batch
        settle(counts.lost);
      }
    }
  }

  // Waits for pages; false when closing and nothing is left. Does not throw: the batch has reserved memory.
  bool next_batch() noexcept {
    std::unique_lock lock(mutex);
    filled.wait(lock, [&] { return closing || !queue.empty(); });
    // A short wait gathers pages that arrive together; one commit per page would be expensive.
    if (!closing && queue.size() < batch_pages)
      filled.wait_for(lock, 50ms, [&] { return closing || queue.size() >= batch_pages; });
    while (!queue.empty() && batch.size() < batch_pages && bytes_in_work < batch_bytes) {
      bytes_in_work += weight(queue.front());
      batch.push_back(std::move(queue.front()));
      queue.pop_front();
    }
    return !batch.empty();
  }

  // Under the lock. Counts the pages of the batch, once, and removes their bytes from the queue's.
  void settle(std::int64_t& count) noexcept {
    count += static_cast<std::int64_t>(batch.size());
    batch.clear();
    queued_bytes -= std::exchange(bytes_in_work, 0);
    drained.notify_all();
  }

  // Under the lock, of the batch.
  void count_kinds() noexcept {
    for (const crawl::CapturedPage& page : batch) {
      const bool is_empty = crawl::is_success(page.status) && page.body.empty();
      counts.unanswered += page.cut || is_empty || (page.status <= 0 && parse_url(page.url)) ? 1 : 0;
      const auto error = static_cast<std::size_t>(page.status - first_error);
      if (page.status >= first_error && error < counts.statuses.size()) ++counts.statuses[error];
      ++(page.status >= 300 && page.status < 400 && page.status != not_modified ? counts.redirects
         : page.status <= 0 || page.status >= 400                               ? counts.errors
                                                                                : counts.pages);
    }
  }

  void write_or_retry() {
    int tries_when_closing = 3;
    while (true) {
      const std::optional<Error> error = write(batch);
      std::unique_lock lock(mutex);
      if (!error) {
        healthy = true;
        failing.reset();
        count_kinds();
        settle(counts.captured);
        report(lock, false);
        return;
      }
      healthy = false;
      if (error->code == crawl::code::busy)
        failing.reset();
      else if (!failing)
        failing = Clock::now();
      drained.notify_all();
      add_message(error->message);
      report(lock, true);
      if (closing && --tries_when_closing <= 0) {
        // The rest of the queue would fail as well, and the crawler is waiting for the end.
        settle(counts.lost);
        counts.lost += static_cast<std::int64_t>(queue.size());
        queue.clear();
        queued_bytes = 0;
        return;
      }
      // New pages do not interrupt this wait: there is 1 s between two attempts, 200 ms when closing.
      filled.wait_for(lock, closing ? 200ms : 1000ms, [&] { return closing && tries_when_closing == 3; });
    }
  }

  std::optional<Error> write(std::span<const crawl::CapturedPage> batch) {
    try {
      if (!cache) {
        auto opened = crawl::CacheCapture::open(options.cache);
        if (!opened) return opened.error();
        cache.emplace(std::move(*opened));
      }
      auto error = cache->store(batch, options.run);
      if (error && error->code != crawl::code::busy) cache.reset();
      return error;
    } catch (const std::exception& exception) {
      return Error{crawl::code::io, std::string("page cache: ") + exception.what()};
    }
  }

  // Under the lock. At most once a second, except when there is an error to report.
  void report(std::unique_lock<std::mutex>& lock, bool at_once) {
    const auto now = Clock::now();
    if (!at_once && now - reported < 1s) return;
    reported = now;
    const RecorderCounts snapshot = counts;
    const std::vector<std::string> texts = all_messages;
    lock.unlock();
    write_status(options.status_file, "running", snapshot, texts);
    lock.lock();
  }

  void add_message(const std::string& message) {
    if (known_messages.size() >= 20 || !known_messages.insert(message).second) return;
    all_messages.push_back(message);
    fresh_messages.push_back(message);
  }

  const RecorderOptions options;
  std::mutex mutex;
  std::condition_variable filled, drained;
  std::deque<crawl::CapturedPage> queue;
  std::size_t queued_bytes = 0;            // of the queue and the current batch
  std::vector<crawl::CapturedPage> batch;  // in progress; only the thread uses it and its weight
  std::size_t bytes_in_work = 0;
  bool closing = false, healthy = true;
  std::optional<Clock::time_point> failing;  // since when writing fails
  RecorderCounts counts;
  std::set<std::string> known_messages;
  std::vector<std::string> all_messages, fresh_messages;
  Clock::time_point reported{};
  std::optional<crawl::CacheCapture> cache;  // only the thread uses it
  std::thread thread;                        // last: it uses all of the above
};

Recorder::Recorder(RecorderOptions options) {
  try {
    impl_ = std::make_unique<Impl>(std::move(options));
  } catch (const std::exception&) {
    impl_.reset();
  }
}

Recorder::~Recorder() { close(); }

void Recorder::submit(crawl::CapturedPage page) noexcept {
  if (!impl_) return;
  try {
    std::unique_lock lock(impl_->mutex);
    if (impl_->closing) return;
    const std::size_t bytes = weight(page);
    const auto fits = [&] {
      return impl_->queued_bytes == 0 || impl_->queued_bytes + bytes <= impl_->options.queue_bytes;
    };
    if (!fits() && impl_->healthy)
      impl_->drained.wait_for(lock, impl_->options.queue_wait, [&] { return fits() || !impl_->healthy; });
    if (!fits()) {
      ++impl_->counts.lost;
      impl_->add_message("pages are lost: the queue to the page cache is full");
      return;
    }
    impl_->queue.push_back(std::move(page));
    impl_->queued_bytes += bytes;
    if (impl_->queue.size() == 1 || impl_->queue.size() >= batch_pages) impl_->filled.notify_one();
  } catch (const std::exception&) {
    const std::lock_guard lock(impl_->mutex);
    ++impl_->counts.lost;
  }
}

void Recorder::count_ignored() noexcept {
  if (!impl_) return;
  const std::lock_guard lock(impl_->mutex);
  ++impl_->counts.ignored;
}

void Recorder::set_traffic(std::int64_t requests, std::int64_t waiting) noexcept {
  if (!impl_) return;
  const std::lock_guard lock(impl_->mutex);
  impl_->counts.requests = requests;
  impl_->counts.waiting = waiting;
}

void Recorder::count_lost(const std::string& message) noexcept {
  if (!impl_) return;
  const std::lock_guard lock(impl_->mutex);
  ++impl_->counts.lost;
  try {
    impl_->add_message(message);
  } catch (const std::exception&) {
    // Out of memory: only the count reports it.
  }
}

std::vector<std::string> Recorder::take_messages() noexcept {
  if (!impl_) return {};
  const std::lock_guard lock(impl_->mutex);
  return std::exchange(impl_->fresh_messages, {});
}

bool Recorder::is_stuck() const noexcept {
  if (!impl_) return false;
  const std::lock_guard lock(impl_->mutex);
  return impl_->failing && Clock::now() - *impl_->failing > patience;
}

RecorderCounts Recorder::close(const CrawlEnd& end) noexcept {
  if (!impl_) return {};
  {
    const std::lock_guard lock(impl_->mutex);
    if (impl_->closing && !impl_->thread.joinable()) return impl_->counts;
    impl_->closing = true;
  }
  impl_->filled.notify_all();
  if (impl_->thread.joinable()) impl_->thread.join();
  impl_->cache.reset();
  try {
    write_status(impl_->options.status_file, impl_->counts.lost ? "failed" : "finished", impl_->counts,
                 impl_->all_messages, end);
  } catch (const std::exception&) {
    // The counts go to the host's log as well.
  }
  return impl_->counts;
}

void write_failure_status(const std::string& status_file, const std::string& message) noexcept {
  try {
    write_status(status_file, "failed", {}, {message});
  } catch (const std::exception&) {
    // The host's log has the message.
  }
}

}  // namespace pith::capture
