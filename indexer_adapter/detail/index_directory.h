// An index directory that can be listed while files come and go.
#pragma once

#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// For readers. The listing of Lucene++ 3.0.9 asks for each entry again, and fails if a writer has just deleted one.
class IndexDirectory : public Lucene::SimpleFSDirectory {
 public:
  explicit IndexDirectory(const std::string& path);

  // Throws Lucene::IOException if the directory cannot be read.
  Lucene::HashSet<Lucene::String> listAll() override;

 protected:
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

Lucene::DirectoryPtr open_directory(const std::string& path);

}  // namespace pith::index
