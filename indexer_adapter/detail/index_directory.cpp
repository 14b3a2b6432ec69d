#include "indexer_adapter/detail/index_directory.h"

#include "indexer_adapter/detail/file_input.h"
#include "indexer_adapter/detail/files.h"
#include "indexer_adapter/detail/text.h"

namespace pith::index {

IndexDirectory::IndexDirectory(const std::string& path) : SimpleFSDirectory(widen(path)), path_(path) {}

Lucene::HashSet<Lucene::String> IndexDirectory::listAll() {
  const auto names = names_in(path_);
  if (!names) throw Lucene::IOException(widen(names.error().message));
  auto out = Lucene::HashSet<Lucene::String>::newInstance();
  for (const std::string& name : *names) out.add(widen(name));
  return out;
}

Lucene::IndexInputPtr IndexDirectory::openInput(const Lucene::String& name) { return open_input(path_of(name)); }

std::string IndexDirectory::path_of(const Lucene::String& name) const { return path_ + "/" + to_utf8(name); }

Lucene::DirectoryPtr open_directory(const std::string& path) { return Lucene::newLucene<IndexDirectory>(path); }

}  // namespace pith::index
