// What a run got instead of pages: which words they keep, and which of them have become a notice (notices.h).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_records.h"
#include "crawler_adapter/cache/detail/cache_connection.h"
#include "crawler_adapter/cache/detail/capture_batch.h"
#include "crawler_adapter/cache/detail/run_addresses.h"
#include "crawler_adapter/cache/detail/withdrawals.h"
#include "crawler_adapter/page/readable_words.h"

namespace pith::crawl {

// A page instead of which the run got other text: there, behind a redirect, or elsewhere.
struct PageChange {
  std::int64_t page = 0;
  std::string_view host, url;
  const WithdrawnPage* answer = nullptr;  // nullptr: elsewhere
  std::optional<Elsewhere> elsewhere = {};
};

class RunChanges {
 public:
  // The arguments outlive it.
  RunChanges(CacheConnection& cache, const CrawlRun& run, const CaptureBatch& batch, const RunAddresses& addresses,
             const std::atomic<bool>* stop)
      : cache_(cache), run_(run), batch_(batch), addresses_(addresses), stop_(stop) {}

  // Which part of a page's words is in what came; nullopt: it had none, or nothing came.
  std::optional<double> kept_words(const WithdrawnPage& page);

  // Unpacks each page twice. Before what follows.
  void find_notices(const std::vector<PageChange>& changes);
  bool has_become_notice(std::int64_t page) const { return notices_.contains(page); }
  // At another address of one that has become a notice.
  bool is_notice_elsewhere(std::int64_t page) const { return elsewhere_.contains(page); }
  // New pages that say no more than a notice, and the hosts that it is on.
  const std::vector<std::pair<std::int64_t, std::string>>& new_notices() const { return new_notices_; }

 private:
  std::optional<std::string> text_now(const WithdrawnPage& page);
  std::optional<WordSet> words_now(const WithdrawnPage& page);
  std::optional<WordSet> words_now(const PageChange& change);
  std::optional<WordSet> words_before(std::int64_t page, std::string_view url);
  void find_notices_among(const std::vector<const PageChange*>& changes);
  using NewPages = std::map<std::string, std::vector<std::pair<std::int64_t, std::string>>>;  // by host: id and URL
  NewPages new_pages();
  bool stopped() const { return stop_ && *stop_; }

  CacheConnection& cache_;
  const CrawlRun& run_;
  const CaptureBatch& batch_;
  const RunAddresses& addresses_;
  const std::atomic<bool>* stop_;
  std::map<std::int64_t, WordSet> words_there_;  // of destinations,
  std::size_t number_there_ = 0;                 // as many as that
  std::optional<NewPages> fresh_;                // asked for if there are notices
  std::set<std::int64_t> notices_, elsewhere_;
  std::vector<std::pair<std::int64_t, std::string>> new_notices_;
};

}  // namespace pith::crawl
