// An index directory whose writes are checked. Lucene++'s own ignores what write() returns: on a full disk it commits
// truncated files, and their pages count as indexed.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

#include "indexer_adapter/lucene/detail/index_directory.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// For writers. A failed write or fsync throws Lucene::IOException with the file and the reason; from then on everything
// that would make a commit throws the same, even if Lucene++ swallows the first exception. Not thread-safe: Writer
// merges on its own thread.
class CheckedDirectory : public IndexDirectory {
 public:
  explicit CheckedDirectory(const std::string& path);

  Lucene::IndexOutputPtr createOutput(const Lucene::String& name) override;
  // Never repeated: after a failed fsync, a second one succeeds without the bytes.
  void sync(const Lucene::String& name) override;

  // Does nothing once something has failed: if a commit's last fsync fails, Lucene++ goes on and deletes the previous
  // commit.
  void deleteFile(const Lucene::String& name) override;

  // Called with the number of bytes after each write; if it returns false, that write has failed.
  void watch(std::function<bool(std::int64_t)> written) { watcher_ = std::move(written); }

  // Throws if something has failed.
  void check() const;
  // Records the failure and throws; `reason` is an errno.
  [[noreturn]] void fail(const std::string& file, int reason);
  // Tells the watcher.
  void wrote(const std::string& file, std::int64_t bytes);

 private:
  std::function<bool(std::int64_t)> watcher_;
  std::string failure_;
};

}  // namespace pith::index
