#include "plugin/search/live_index.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/stable_hash.h"
#include "indexer_adapter/lucene/index_error.h"
#include "plugin/search/file_time.h"

namespace pith::pipeline {
namespace {

constexpr auto between_looks = std::chrono::seconds(1);
constexpr auto patience = std::chrono::seconds(3);

// Identifies a directory's commit at almost no cost.
LiveIndex::Stamp stamp_of(const std::string& path) {
  constexpr std::string_view prefix = "segments_";
  LiveIndex::Stamp stamp;
  std::error_code error;
  for (std::filesystem::directory_iterator entry(path, error), end; !error && entry != end; entry.increment(error)) {
    const std::string name = entry->path().filename();
    struct stat status {};
    if (name.starts_with('_') && stat(entry->path().c_str(), &status) == 0)
      stamp.files += hash_bytes(hash_seed, fmt::format("{} {} {} {}", name, status.st_ino, status.st_size,
                                                       nanoseconds(status.st_ctim)));  // in any order
    if (!name.starts_with(prefix)) continue;
    ++stamp.commits;
    std::uint64_t number = 0;  // Lucene writes it in base 36
    const auto parsed = std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number, 36);
    if (parsed.ptr == name.data() + name.size()) stamp.commit = std::max(stamp.commit, number);
    if (stamp.commit != number || stat(entry->path().c_str(), &status) != 0) continue;
    stamp.written = nanoseconds(status.st_mtim);
  }
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) stamp.directory = status.st_ino;
  return stamp;
}

Error with_advice(Error error) {
  if (index::is(error, index::IndexError::missing))
    error.message += "; `pith crawl URL`, `pith ingest FILE` or `pith index` makes one, and is seen without a restart";
  else if (index::is(error, index::IndexError::damaged) || index::is(error, index::IndexError::read))
    error.message += "; if this lasts: `pith doctor` says what is wrong";
  return error;
}

}  // namespace

LiveIndex::LiveIndex(std::string path, index::SearcherOptions options)
    : path_(std::move(path)),
      options_(std::move(options)),
      view_(index::make_error(index::IndexError::missing, "not looked yet")) {}

Result<LiveIndex::View> LiveIndex::current() { return at_most(between_looks); }

Result<LiveIndex::View> LiveIndex::now() { return at_most({}); }

Result<LiveIndex::View> LiveIndex::at_most(std::chrono::steady_clock::duration age) {
  std::unique_lock look_now(looking_, std::defer_lock);
  {
    const std::lock_guard lock(mutex_);
    const bool due =
        looked_ == std::chrono::steady_clock::time_point() || std::chrono::steady_clock::now() - looked_ >= age;
    // While one thread looks, the others answer from what is known; only the first ones have to wait.
    if (!due || (view_.ok() && !look_now.try_lock())) return view_;
  }
  if (!look_now.owns_lock()) {
    look_now.lock();
    const std::lock_guard lock(mutex_);
    if (looked_ != std::chrono::steady_clock::time_point() && std::chrono::steady_clock::now() - looked_ < age)
      return view_;
  }
  auto found = look();
  const std::lock_guard lock(mutex_);
  looked_ = std::chrono::steady_clock::now();
  if (found) {
    failing_.reset();
  } else if (view_.ok()) {
    if (!failing_) failing_ = looked_;
    if (may_pass(found.error()) && looked_ - *failing_ < patience) return view_;
  }
  if (view_.ok() && found.ok() && view_->commit != found->commit) ++reopened_;
  view_ = std::move(found);
  return view_;
}

// A commit that another process is writing looks like a damaged one, beside the one before it.
bool LiveIndex::may_pass(const Error& error) const {
  return index::is(error, index::IndexError::read) || stamp_of(path_).commits > 1;
}

Result<LiveIndex::View> LiveIndex::look() {
  const Stamp stamp = stamp_of(path_);
  bool distrusted = false;
  {
    const std::lock_guard lock(mutex_);
    if (view_.ok() && stamp == stamp_ && !distrusted_) return view_;
    distrusted = distrusted_;
  }
  // Lucene++ takes segments with the same name for the same segment: a rebuilt index must not be reopened. Files
  // without a commit yet do not matter; reopening checks those of commits.
  if (distrusted || stamp.directory != stamp_.directory || stamp.commit < stamp_.commit ||
      (stamp.commit == stamp_.commit && stamp.written != stamp_.written))
    searcher_ = nullptr;
  if (searcher_) {
    if (const auto reopened = searcher_->reopen_if_changed(); !reopened) {
      searcher_ = nullptr;
      return with_advice(reopened.error());
    }
  } else {
    auto opened = index::Searcher::open(path_, options_);
    if (!opened) return with_advice(opened.error());
    searcher_ = std::make_shared<index::Searcher>(std::move(*opened));
  }
  const auto pages = searcher_->count();
  if (!pages) return with_advice(pages.error());
  stamp_ = stamp;
  const std::lock_guard lock(mutex_);
  if (distrusted) distrusted_ = false;  // only now: answers may still come from what is distrusted
  return View{searcher_, *pages, stamp.commit, static_cast<double>(stamp.written) / 1e9};
}

void LiveIndex::distrust(const View& view) {
  const std::lock_guard lock(mutex_);
  if (view_.ok() && view_->searcher == view.searcher) distrusted_ = true;
}

std::uint64_t LiveIndex::reopened() const {
  const std::lock_guard lock(mutex_);
  return reopened_;
}

}  // namespace pith::pipeline
