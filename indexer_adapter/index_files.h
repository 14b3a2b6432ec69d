// What Pith does about an index directory before Lucene++ touches it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "core/base/result.h"
#include "indexer_adapter/checksums.h"
#include "indexer_adapter/index_error.h"

namespace pith::index {

// Checks the newest segments file, and whether the files are there that it names. Errors: missing, damaged, version and
// read (index_error.h). Reads one small file.
std::optional<Error> check_commit(const std::string& path);

// The same, then the files of segments by Depth::changed (checksums.h). Lucene++ trusts all of them to the point of
// crashing: to be called before it opens or reopens any.
std::optional<Error> check_index(const std::string& path);

// The second half of it, with checksums that are read already.
std::optional<Error> check_files(const std::string& path, Checksums& checksums);

// Whether "segments.gen", a hint at the newest commit, says two different things or cannot be read. Lucene++ does
// without it where it is not there, and writes it with the next commit.
bool has_damaged_hint(const std::string& path);

// The right to write, held by one process at a time: a lock (flock) on `pith.lock` in the index directory. Lucene++'s
// own write lock does not hold between processes. Dies with the process, so nothing is ever left behind to clean up.
class WriteLock {
 public:
  // Makes the directory if need be. Errors: unwritable, locked.
  static Result<WriteLock> take(const std::string& path);

  WriteLock(WriteLock&& other) noexcept;
  WriteLock& operator=(WriteLock&& other) noexcept;
  ~WriteLock();

 private:
  explicit WriteLock(int file) : file_(file) {}
  int file_;
};

}  // namespace pith::index
