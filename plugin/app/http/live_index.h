// The index as of its last commit, for a process that runs on while others write to it.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/searcher.h"

namespace pith::http {

// Looks for new commits at most once a second, when it is asked. Where there is no index yet, or for some seconds a
// damaged one, it says so and looks again a second later. Writes nothing. All functions may be called from any number
// of threads at once.
class LiveIndex {
 public:
  LiveIndex(std::string path, index::SearcherOptions options);

  struct View {
    std::shared_ptr<const index::Searcher> searcher;
    std::size_t pages = 0;
    std::uint64_t commit = 0;  // its number: Lucene's generation
  };

  // Errors: those of Searcher::open, with what to run.
  Result<View> current();

  // Of a commit; another one differs in something else than `changed`.
  struct Stamp {
    std::uint64_t commit = 0, directory = 0;
    std::int64_t written = 0;  // when the commit was,
    std::int64_t changed = 0;  // and when a file of any segment was touched last, of a commit or not
    bool operator==(const Stamp&) const = default;
  };

  // A search by this view could not read a file. Lucene++ never reads a file again that it failed to read once, so the
  // next look opens the index anew.
  void distrust(const View& view);

  // Commits that were seen after the first one, since the start.
  std::uint64_t reopened() const;

 private:
  Result<View> look();

  const std::string path_;
  const index::SearcherOptions options_;
  std::mutex looking_;                         // held by the one thread that looks for a commit
  std::shared_ptr<index::Searcher> searcher_;  // of that thread: what it has open, and since which commit
  Stamp stamp_;
  mutable std::mutex mutex_;  // of what follows
  Result<View> view_;
  std::chrono::steady_clock::time_point looked_;
  std::uint64_t reopened_ = 0;
  bool distrusted_ = false;  // what the thread that looks has open
  int failures_ = 0;         // looks in vain since the last good one
};

}  // namespace pith::http
