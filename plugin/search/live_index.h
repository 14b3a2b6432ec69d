// The index as of its last commit, for a long-running process while others write to the index.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/hits/searcher.h"

namespace pith::pipeline {

// Looks at the directory on request, at most once a second: for new commits, and for files that are gone or have
// changed. If there is no index, or a damaged one, says so and looks again a second later. Only while another process
// is committing, or if a file cannot be read for now, what is open stays in use, for some seconds. Writes nothing.
// Thread-safe.
class LiveIndex {
 public:
  LiveIndex(std::string path, index::SearcherOptions options);

  struct View {
    std::shared_ptr<const index::Searcher> searcher;
    std::size_t pages = 0;
    std::uint64_t commit = 0;  // its number: Lucene's generation
    double committed = 0;      // when, in seconds since 1970
  };

  // Errors: those of Searcher::open, with advice on what to run.
  Result<View> current();
  // Looks now: for an answer that would be wrong if the index has gone or changed within the last second.
  Result<View> now();

  // Identifies a commit; another one differs in more than `changed`.
  struct Stamp {
    std::uint64_t commit = 0, directory = 0;
    std::int64_t written = 0;   // when the commit was made
    std::uint64_t commits = 0;  // files of commits: two while one is being written
    std::uint64_t files = 0;    // of names, sizes and times of all segment files, committed or not
    bool operator==(const Stamp&) const = default;
  };

  // A search by this view could not read a file. Lucene++ never retries a file that it failed to read once, so the next
  // look opens the index anew.
  void distrust(const View& view);

  // Commits seen after the first one, since the start.
  std::uint64_t reopened() const;

 private:
  Result<View> at_most(std::chrono::steady_clock::duration age);
  Result<View> look();
  bool may_pass(const Error& error) const;

  const std::string path_;
  const index::SearcherOptions options_;
  std::mutex looking_;                         // held by the thread that looks for a commit
  std::shared_ptr<index::Searcher> searcher_;  // used by that thread: the open index, and its commit
  Stamp stamp_;
  mutable std::mutex mutex_;  // guards what follows
  Result<View> view_;
  std::chrono::steady_clock::time_point looked_;
  std::uint64_t reopened_ = 0;
  bool distrusted_ = false;                                       // whether the looking thread's open index is
  std::optional<std::chrono::steady_clock::time_point> failing_;  // since when looks fail
};

}  // namespace pith::pipeline
