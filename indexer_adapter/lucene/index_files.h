// What Pith checks in an index directory before Lucene++ touches it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/lucene/checksums.h"
#include "indexer_adapter/lucene/index_error.h"

namespace pith::index {

// Checks the newest segments file, and that the files it names exist. Errors: missing, damaged, version and read
// (index_error.h). Reads one small file.
std::optional<Error> check_commit(const std::string& path);

// The same, then checks the segment files by Depth::changed (checksums.h). Lucene++ trusts all of them to the point of
// crashing: call this before it opens or reopens any.
std::optional<Error> check_index(const std::string& path);

// The second half of check_index, with checksums already read. `depth` and `progress` as for Checksums::check.
std::optional<Error> check_files(const std::string& path, Checksums& checksums, Depth depth = Depth::changed,
                                 const std::function<void(std::int64_t, std::int64_t)>& progress = {});

// Whether "segments.gen", a hint at the newest commit, contradicts itself or cannot be read. Lucene++ works without it
// and writes it with the next commit.
bool has_damaged_hint(const std::string& path);

// The right to write, held by one process at a time: a lock (flock) on `pith.lock` in the index directory. Lucene++'s
// own write lock does not work between processes. It ends with the process, so there is never anything to clean up.
class WriteLock {
 public:
  // Creates the directory if needed. Errors: unwritable, locked.
  static Result<WriteLock> take(const std::string& path);

  WriteLock(WriteLock&& other) noexcept;
  WriteLock& operator=(WriteLock&& other) noexcept;
  ~WriteLock();

 private:
  explicit WriteLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::index
