#include "plugin/index/merge_run.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>

#include "core/system/write_file.h"
#include "indexer_adapter/lucene/index_files.h"
#include "plugin/index/index_options.h"
#include "plugin/index/index_scheme.h"
#include "plugin/site/run_errors.h"

namespace pith::pipeline {
namespace {

namespace fs = std::filesystem;
using index::IndexError;

constexpr const char* unfinished = ".unfinished";  // follows the name of an output

std::optional<Error> check_named_once(const std::vector<std::string>& paths) {
  std::set<fs::path> known;
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (!error && !known.insert(real).second) return Error{code::usage, path + ": is named twice"};
  }
  return std::nullopt;
}

bool is_within(const fs::path& path, const fs::path& directory) {
  const auto [end, ignored] = std::mismatch(directory.begin(), directory.end(), path.begin(), path.end());
  return end == directory.end();
}

// What a merge makes, and removes if it fails, is not one of the indexes that it reads. `output` is canonical.
std::optional<Error> check_apart(const std::vector<std::string>& paths, const fs::path& output,
                                 const std::string& named) {
  for (const std::string& path : paths) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    if (error) continue;
    if (is_within(output, real))
      return Error{code::usage, named + ": is inside of the index " + path + "; take a directory outside of it"};
    if (is_within(real, output.string() + unfinished))
      return Error{code::usage,
                   path + ": is where --output " + named + " is made until it is whole; take another name"};
  }
  return std::nullopt;
}

std::optional<Error> check_scheme(const std::string& path, const std::string& ours) {
  if (const auto error = index::check_commit(path)) {
    if (!index::is(*error, IndexError::missing)) return error;
    return index::make_error(IndexError::missing,
                             error->message + "; name what index.path names there, or run `pith index` there first");
  }
  const std::string theirs = read_scheme(path);
  if (theirs == ours) return std::nullopt;
  const std::string fits = "; only indexes of the same versions and settings can become one: ";
  if (theirs.empty())
    return Error{code::index_scheme, path +
                                         ": does not say how its documents were made (an older Pith made them, or "
                                         "an upgrade has not reached all of them); this Pith, with this "
                                         "configuration, makes " +
                                         ours + fits + "run `pith index` there to its end with this Pith"};
  return Error{code::index_scheme, path + ": its documents were made by " + theirs +
                                       "; this Pith, with this configuration, makes " + ours + fits +
                                       "run `pith index` there with this Pith, or take the configuration (--config) "
                                       "that it was made with"};
}

// OUTPUT.unfinished, until it becomes OUTPUT.
class Unfinished {
 public:
  explicit Unfinished(fs::path output) : output_(std::move(output)), path_(output_.string() + unfinished) {}
  ~Unfinished() {
    if (!lock_) return;
    remove_files();
    std::error_code ignored;
    fs::remove(fs::path(path_) / "pith.lock", ignored);
    fs::remove(path_, ignored);
  }
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;

  std::optional<Error> begin() {
    std::error_code error;
    fs::create_directories(path_, error);
    if (error) return unwritable(error);
    if (!fs::is_empty(path_, error) && !fs::exists(fs::path(path_) / "pith.lock", error))
      return Error{code::usage, path_ + ": is in the way, and not from a merge: move it away"};
    auto lock = index::WriteLock::take(path_);
    if (!lock) return lock.error();
    lock_.emplace(*std::move(lock));
    remove_files();
    return std::nullopt;
  }

  std::optional<Error> finish() {
    std::error_code error;
    fs::rename(path_, output_, error);
    if (error) return unwritable(error);
    lock_.reset();
    const int parent = ::open(output_.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (parent >= 0) {
      ::fsync(parent);
      ::close(parent);
    }
    return std::nullopt;
  }

  const std::string& path() const { return path_; }

 private:
  Error unwritable(const std::error_code& error) const {
    return index::make_error(IndexError::unwritable, cannot_be_written(output_.string(), error.value()).message);
  }

  // Whatever a merge leaves, except the lock.
  void remove_files() const {
    std::error_code ignored;
    std::vector<fs::path> files;
    for (fs::directory_iterator entry(path_, ignored), end; !ignored && entry != end; entry.increment(ignored))
      if (entry->is_regular_file(ignored) && entry->path().filename() != "pith.lock") files.push_back(entry->path());
    for (const fs::path& file : files) fs::remove(file, ignored);
  }

  const fs::path output_;
  const std::string path_;
  std::optional<index::WriteLock> lock_;
};

}  // namespace

Result<std::vector<index::MergedIndex>> run_merge(const config::Settings& settings, const MergeRequest& request,
                                                  const index::MergeHooks& hooks) {
  const auto options = index_writer_options(settings);
  if (!options) return options.error();
  std::error_code error;
  fs::path output = fs::weakly_canonical(fs::absolute(request.output), error);
  if (error) return index::make_error(IndexError::unwritable, cannot_be_written(request.output, error.value()).message);
  if (!output.has_filename()) output = output.parent_path();
  if (fs::exists(output, error) && !fs::is_empty(output, error))
    return Error{code::usage, request.output + ": already exists; take a directory that is empty or does not exist"};
  if (auto twice = check_named_once(request.indexes)) return *std::move(twice);
  if (auto inside = check_apart(request.indexes, output, request.output)) return *std::move(inside);
  const std::string scheme = scheme_of(settings);
  for (const std::string& path : request.indexes)
    if (auto other = check_scheme(path, scheme)) return *std::move(other);

  Unfinished made(output);
  if (auto failed = made.begin()) return *std::move(failed);
  auto merged = index::merge_indexes(request.indexes, made.path(), options->fields, hooks);
  if (!merged) return merged;
  if (auto failed = write_scheme(made.path(), scheme)) return *std::move(failed);
  if (auto failed = made.finish()) return *std::move(failed);
  return merged;
}

}  // namespace pith::pipeline
