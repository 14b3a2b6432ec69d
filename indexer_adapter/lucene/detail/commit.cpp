#include "indexer_adapter/lucene/detail/commit.h"

#include <sys/stat.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <thread>

#include "indexer_adapter/lucene/detail/files.h"
#include "indexer_adapter/lucene/detail/index_directory.h"
#include "indexer_adapter/lucene/detail/lucene_error.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/index_error.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/lucene/warm_up.h"

namespace pith::index {
namespace {

namespace fs = std::filesystem;
using SegmentsFiles = std::map<std::uint64_t, fs::path>;

constexpr const char* rebuild = "; `pith doctor --repair` builds the index anew";

std::uint64_t big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (const char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

// The segments files by generation ("segments_1a": base 36).
Result<SegmentsFiles> segments_files(const std::string& path) {
  SegmentsFiles files;
  const auto names = names_in(path);
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (!name.starts_with("segments_") || name.size() > 9 + 12) continue;
    std::size_t used = 0;
    try {
      const std::uint64_t generation = std::stoull(name.substr(9), &used, 36);
      if (used == name.size() - 9) files.emplace(generation, fs::path(path) / name);
    } catch (const std::exception&) {  // not a number, so not Lucene's
    }
  }
  return files;
}

// The file: a format (negative, 4 bytes, big endian), ..., the CRC-32 of everything before it (8 bytes).
std::optional<Error> check_segments(const fs::path& file) {
  const auto read = read_file(file);
  if (!read) return read.error();
  if (!*read) return cannot_be_read(file, ENOENT);
  const std::string_view bytes = **read;
  if (bytes.size() < 4 + 8) return make_error(IndexError::damaged, file.string() + " is cut short" + rebuild);
  const auto format = static_cast<std::int32_t>(big_endian(bytes.substr(0, 4)));
  if (format < -9 || format > -5)
    return make_error(IndexError::version,
                      file.string() + " was not written by Lucene 2.4 to 3.0; choose another index.path");
  if (big_endian(bytes.substr(bytes.size() - 8)) != crc32_of(bytes.substr(0, bytes.size() - 8)))
    return make_error(IndexError::damaged, file.string() + " has a wrong checksum" + rebuild);
  return std::nullopt;
}

// Whether the index is only a first commit that never completed: Lucene++ writes segments.gen after a complete one.
bool only_unfinished_first_commit(const std::string& path, const SegmentsFiles& files) {
  std::error_code ignored;
  if (files.size() != 1 || files.begin()->first != 1 || fs::exists(fs::path(path) / "segments.gen", ignored))
    return false;
  const auto error = check_segments(files.begin()->second);
  return error && is(*error, IndexError::damaged);
}

Error missing(const std::string& path) {
  std::error_code ignored;
  return make_error(IndexError::missing, "index: there is no index at " + path +
                                             (fs::is_directory(path, ignored) ? " yet: nothing has been indexed" : ""));
}

// The files that every segment has if they are not in one compound file. Lucene++ names only those that exist.
void add_parts(const Lucene::SegmentInfoPtr& segment, std::set<std::string>& files) {
  const auto add = [&](const Lucene::String& name, std::initializer_list<const char*> endings) {
    for (const char* ending : endings) files.insert(to_utf8(name) + ending);
  };
  const bool shares_store = segment->getDocStoreOffset() != -1, compound = segment->getUseCompoundFile();
  if (!compound) add(segment->name, {".fnm", ".frq", ".tis", ".tii"});
  if (!compound && segment->getHasProx()) add(segment->name, {".prx"});
  if (shares_store && !segment->getDocStoreIsCompoundFile()) add(segment->getDocStoreSegment(), {".fdt", ".fdx"});
  if (!shares_store && !compound) add(segment->name, {".fdt", ".fdx"});
}

Result<Commit> read_commit(const std::string& path, const fs::path& file) {
  Commit commit;
  try {
    const auto directory = open_directory(path);
    const auto segments = Lucene::newLucene<Lucene::SegmentInfos>();
    segments->read(directory, widen(file.filename().string()));
    for (const Lucene::String& name : segments->files(directory, false)) commit.files.insert(to_utf8(name));
    for (int i = 0; i < segments->size(); ++i) add_parts(segments->info(i), commit.files);
    const auto data = segments->getUserData();
    commit.has_checksums = data && data.contains(has_checksums_mark);
  } catch (...) {
    return error_in_flight(IndexError::read, file.string() + ": cannot be read (check the disk, then try again)");
  }
  for (const std::string& name : commit.files) {
    struct stat status {};
    const std::string part = (fs::path(path) / name).string();
    if (::stat(part.c_str(), &status) == 0) continue;
    if (errno != ENOENT) return cannot_be_read(part, errno);
    return make_error(IndexError::damaged, part + " is missing (it holds " + std::string(what_it_holds(name)) +
                                               "): the commit needs it" + rebuild);
  }
  return commit;
}

}  // namespace

Result<Commit> newest_commit(const std::string& path) {
  warm_up();
  std::optional<Error> error;
  // A writer may be active: its commit is complete a moment later, and files just listed may be gone.
  for (int attempt = 0; attempt < 5; ++attempt) {
    if (attempt > 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const auto files = segments_files(path);
    if (!files) return files.error();
    if (files->empty()) return missing(path);
    auto newest = files->rbegin();
    error = check_segments(newest->second);
    // Lucene++ falls back to the older commit by itself.
    if (error && is(*error, IndexError::damaged) && files->size() > 1 && !check_segments(std::next(newest)->second)) {
      ++newest;
      error.reset();
    }
    if (error) continue;
    auto commit = read_commit(path, newest->second);
    if (commit) return commit;
    error = commit.error();
  }
  const auto files = segments_files(path);
  return files && only_unfinished_first_commit(path, *files) ? missing(path) : *error;
}

void drop_unfinished_commits(const std::string& path) {
  auto files = segments_files(path);
  if (!files) return;
  std::error_code ignored;
  if (only_unfinished_first_commit(path, *files)) fs::remove(files->begin()->second, ignored);
  while (files->size() > 1) {
    const auto error = check_segments(files->rbegin()->second);
    if (!error || is(*error, IndexError::read) || check_segments(std::next(files->rbegin())->second)) return;
    fs::remove(files->rbegin()->second, ignored);
    fs::remove(fs::path(path) / "segments.gen", ignored);  // may name the file just removed; Lucene lists instead
    files->erase(std::prev(files->end()));
  }
}

bool is_of_segment(const std::string& name) {
  static const std::regex lucene(
      "_[0-9a-z]+(_[0-9a-z]+)?\\.(cfs|cfx|fdt|fdx|fnm|frq|prx|tis|tii|nrm|del|tvd|tvf|tvx|[fs][0-9]+)");
  return std::regex_match(name, lucene);
}

Result<std::vector<std::string>> files_of_segments(const std::string& path) {
  auto names = names_in(path);
  if (names) std::erase_if(*names, [](const std::string& name) { return !is_of_segment(name); });
  return names;
}

std::string_view what_it_holds(std::string_view name) {
  const std::string_view kind = name.substr(name.rfind('.') + 1);
  for (const auto& [ending, what] :
       std::initializer_list<std::pair<std::string_view, const char*>>{{"cfs", "words and stored pages of a segment"},
                                                                       {"cfx", "stored pages"},
                                                                       {"fdt", "stored pages"},
                                                                       {"fdx", "where stored pages begin"},
                                                                       {"fnm", "names of fields"},
                                                                       {"frq", "which pages have a word"},
                                                                       {"prx", "positions of words in pages"},
                                                                       {"tis", "words"},
                                                                       {"tii", "words"},
                                                                       {"nrm", "lengths of fields"},
                                                                       {"del", "which pages are deleted"}})
    if (kind == ending) return what;
  return "a part of a segment";
}

}  // namespace pith::index
