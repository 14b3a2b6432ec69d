// An index directory whose writes are checked. Lucene++'s own ignores what a write returns: on a full disk it commits
// files that are cut short, and takes the pages in them for indexed.
#pragma once

#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// For writers. Whatever cannot be written or brought to the disk throws Lucene::IOException with the file and the
// reason; from then on everything that would make a commit throws the same, even where Lucene++ swallows the first
// exception. Not thread-safe: Writer merges on its own thread.
class CheckedDirectory : public Lucene::SimpleFSDirectory {
 public:
  explicit CheckedDirectory(const std::string& path);

  Lucene::IndexOutputPtr createOutput(const Lucene::String& name) override;
  // Once: after a failed fsync a second one succeeds without the bytes.
  void sync(const Lucene::String& name) override;

  // Nothing once something has failed: where a commit's last fsync fails, Lucene++ goes on and deletes the commit
  // before.
  void deleteFile(const Lucene::String& name) override;

  // Throws if something has failed.
  void check() const;
  // Notes it and throws; `reason` is errno's.
  [[noreturn]] void fail(const std::string& file, int reason);

 private:
  std::string path_of(const Lucene::String& name) const;
  std::string path_, failure_;
};

}  // namespace pith::index
