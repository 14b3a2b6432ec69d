// An index directory that can be listed while files come and go, and whose files are read fast (file_input.h).
#pragma once

#include <cstdint>
#include <string>

#include "indexer_adapter/lucene.h"

namespace pith::index {

// The listing of Lucene++ 3.0.9 asks for each entry again, and fails if a writer has just deleted one.
class IndexDirectory : public Lucene::SimpleFSDirectory {
 public:
  explicit IndexDirectory(const std::string& path);

  // Throws Lucene::IOException if the directory cannot be read.
  Lucene::HashSet<Lucene::String> listAll() override;
  // Throws Lucene::FileNotFoundException, or Lucene::IOException if the file cannot be opened.
  Lucene::IndexInputPtr openInput(const Lucene::String& name) override;
  Lucene::IndexInputPtr openInput(const Lucene::String& name, std::int32_t) override { return openInput(name); }

 protected:
  std::string path_of(const Lucene::String& name) const;

 private:
  std::string path_;
};

Lucene::DirectoryPtr open_directory(const std::string& path);

}  // namespace pith::index
