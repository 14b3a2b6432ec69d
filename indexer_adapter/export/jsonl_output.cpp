// JSON lines: one document per line, to a file or to standard output. A removal is {"id": ..., "removed": true}.
//
// A file is written beside its destination, under a name unique to this export, and moved there when complete: the
// destination never holds half an export, or two. An export without documents leaves it unchanged. What a killed export
// left there is removed by the next one.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include "core/system/write_file.h"
#include "core/text/ascii.h"
#include "indexer_adapter/export/sink.h"

namespace pith::sinks {
namespace {

struct Close {
  void operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
  }
};

class JsonLines final : public Sink {
 public:
  explicit JsonLines(std::string path) : path_(std::move(path)) {}
  ~JsonLines() override {
    std::error_code ignored;
    if (!part_.empty()) std::filesystem::remove(part_, ignored);
  }

  std::optional<Error> open() {
    if (path_.empty()) {
      file_.reset(stdout);
      return std::nullopt;
    }
    // Devices, pipes and dangling links are written in place.
    std::error_code none;
    if (std::filesystem::is_regular_file(path_, none)) {
      if (const auto target = std::filesystem::canonical(path_, none); !none) path_ = target.string();
    } else if (std::filesystem::symlink_status(path_, none).type() != std::filesystem::file_type::not_found) {
      file_.reset(std::fopen(path_.c_str(), "wb"));
      return file_ ? std::nullopt : std::optional(failure(path_));
    }
    return open_part();
  }

  std::optional<Error> put(const SinkDocument& document) override {
    const std::string line = to_line(document.fields) + "\n";
    if (auto error = write(line)) return error;
    ++counts_.sent;
    counts_.bytes += static_cast<std::int64_t>(line.size());
    return std::nullopt;
  }

  std::optional<Error> remove(const std::string& id) override {
    if (auto error = write(to_line({{"id", id}, {"removed", true}}) + "\n")) return error;
    ++counts_.removed;
    return std::nullopt;
  }

  std::optional<Error> finish() override {
    if (std::fflush(file_.get()) != 0) return failure(path_);
    if (part_.empty() || counts_.sent + counts_.removed == 0) return std::nullopt;
    if (std::fclose(file_.release()) != 0) return failure(path_);
    if (std::rename(part_.c_str(), path_.c_str()) != 0) return failure(path_);
    part_.clear();
    return std::nullopt;
  }

  Result<std::int64_t> prune(const std::vector<std::string>&) override {
    return Error{"usage", "jsonl: a file is written anew by each export; there is nothing to prune"};
  }

 private:
  // A part is locked while it is written: one that nobody has locked is of a killed export.
  std::optional<Error> open_part() {
    remove_abandoned_parts();
    std::random_device random;
    std::string part;
    do {
      part = fmt::format("{}.{:08x}{}", path_, random(), part_suffix);
      file_.reset(std::fopen(part.c_str(), "wbxe"));
    } while (file_ ? was_taken_for_abandoned(fileno(file_.get())) : errno == EEXIST);
    if (!file_) return failure(path_);
    part_ = part;
    return std::nullopt;
  }

  // By another export, between its creation and this lock.
  static bool was_taken_for_abandoned(int file) {
    struct stat status {};
    return (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) ||
           (fstat(file, &status) == 0 && status.st_nlink == 0);
  }

  void remove_abandoned_parts() const {
    namespace fs = std::filesystem;
    const fs::path path(path_);
    const std::string begin = path.filename().string() + ".";
    std::error_code error;
    for (fs::directory_iterator entry(path.has_parent_path() ? path.parent_path() : ".", error), end;
         !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (!name.starts_with(begin) || !is_part(std::string_view(name).substr(begin.size()))) continue;
      const int file = ::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
      if (file < 0) continue;
      std::error_code ignored;
      if (flock(file, LOCK_EX | LOCK_NB) == 0) fs::remove(entry->path(), ignored);
      ::close(file);
    }
  }

  // What follows the destination's name.
  static bool is_part(std::string_view name) {
    constexpr std::size_t digits = 8;
    return name.size() == digits + part_suffix.size() && name.ends_with(part_suffix) &&
           std::ranges::all_of(name.substr(0, digits), [](char c) { return hex_value(c) >= 0; });
  }

  std::optional<Error> write(const std::string& line) {
    if (std::fwrite(line.data(), 1, line.size(), file_.get()) == line.size()) return std::nullopt;
    return failure(path_);
  }

  static Error failure(const std::string& path) {
    return cannot_be_written(path.empty() ? "standard output" : path, errno);
  }

  static constexpr std::string_view part_suffix = ".part";

  std::string path_, part_;  // part_: to be moved to path_; empty: nothing to move
  std::unique_ptr<std::FILE, Close> file_;
};

Result<std::unique_ptr<Sink>> open(const SinkOptions& options) {
  auto sink = std::make_unique<JsonLines>(options.output);
  if (auto error = sink->open()) return *error;
  return std::unique_ptr<Sink>(std::move(sink));
}

}  // namespace

extern const SinkInfo json_lines_sink;
const SinkInfo json_lines_sink{"jsonl", "one JSON object a line, to standard output or --output FILE", false, open};

}  // namespace pith::sinks
