#include "indexer_adapter/lucene/detail/index_directory.h"

#include <filesystem>
#include <system_error>

#include "core/text/encoding.h"
#include "indexer_adapter/lucene/detail/file_input.h"
#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {

std::optional<std::string> utf8_path(const std::string& path) {
  if (is_valid_utf8(path)) return path;
  std::error_code error;
  const auto here = std::filesystem::current_path(error);
  const std::string relative = std::filesystem::path(path).lexically_relative(here).string();
  return error || relative.empty() || !is_valid_utf8(relative) ? std::nullopt : std::optional(relative);
}

IndexDirectory::IndexDirectory(const std::string& path)
    : SimpleFSDirectory(widen(utf8_path(path).value_or(path))), path_(path) {}

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
