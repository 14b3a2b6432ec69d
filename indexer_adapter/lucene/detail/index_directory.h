// An index directory that can be listed while files come and go, and whose files are read fast (file_input.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "indexer_adapter/lucene/lucene.h"

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

// Names the same directory in UTF-8, which Lucene++ needs: as it is, or from the working directory. nullopt: neither
// is.
std::optional<std::string> utf8_path(const std::string& path);

Lucene::DirectoryPtr open_directory(const std::string& path);

}  // namespace pith::index
