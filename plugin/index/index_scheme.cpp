#include "plugin/index/index_scheme.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <system_error>

#include "core/system/write_file.h"
#include "indexer_adapter/lucene/index_error.h"
#include "plugin/site/versions.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;

std::string file_of(const std::string& path) { return (fs::path(path) / "pith-scheme").string(); }

}  // namespace

std::string scheme_of(const config::Settings& settings) {
  const config::Index& index = settings.index;
  std::string scheme = fmt::format("{}, {}, {}, index.analyzer: {}", document_version, inbound_texts_version,
                                   template_version, index.analyzer);
  for (const auto& [language, analyser] : index.analyzers)
    scheme += fmt::format(", index.analyzers.{}: {}", language, analyser);
  for (const auto& [field, name] : index.fields) scheme += fmt::format(", index.fields.{}: {}", field, name);
  if (index.asides) scheme += ", index.asides: true";
  for (char& c : scheme)
    if (c == '\n') c = ' ';
  return scheme;
}

std::string read_scheme(const std::string& path) {
  std::ifstream in(file_of(path), std::ios::binary);
  std::string line;
  std::getline(in, line);
  return line;
}

std::optional<Error> write_scheme(const std::string& path, const std::string& scheme) {
  if (read_scheme(path) == scheme) return std::nullopt;
  const auto error = replace_file(file_of(path), scheme + '\n');
  if (!error) return std::nullopt;
  return index::make_error(index::IndexError::unwritable,
                           error->message + "; check its permissions and the free space, then run again");
}

void forget_scheme(const std::string& path) {
  std::error_code ignored;
  fs::remove(file_of(path), ignored);
}

}  // namespace pith::pipeline
