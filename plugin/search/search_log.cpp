#include "plugin/search/search_log.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>
#include <thread>
#include <utility>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith::pipeline {
namespace {

constexpr std::size_t max_site = 300;  // bytes
constexpr int tries = 5;

bool is_unanswered(const index::Query& query, const index::Hits& hits) {
  const bool only_words = query.lang.empty() && query.field.empty() && query.after.empty() && query.before.empty() &&
                          query.like.empty() && !query.templates && query.offset == 0;
  return only_words && hits.complete == 0 && !hits.template_line && !trim_ascii(query.text).empty();
}

std::string line_of(const index::Query& query, const index::Hits& hits) {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const nlohmann::ordered_json line = {{"time", fmt::format("{:%FT%TZ}", fmt::gmtime(now))},
                                       {"query", cut_utf8(trim_ascii(query.text), max_logged_query)},
                                       {"site", cut_utf8(query.host.empty() ? query.site : query.host, max_site)},
                                       {"hits", hits.total}};
  return line.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

class OpenFile {
 public:
  explicit OpenFile(const std::string& path)
      : descriptor_(open(path.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0600)) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  int descriptor() const { return descriptor_; }

 private:
  const int descriptor_;
};

enum class Outcome { written, again, failed };

// `errno` says why it failed.
Outcome write_line(const std::string& path, const std::string& line, std::int64_t max_bytes) {
  const OpenFile file(path);
  if (file.descriptor() < 0) return Outcome::failed;
  struct stat here {
  }, there{};
  if (fstat(file.descriptor(), &here) != 0) return Outcome::failed;
  if (!S_ISREG(here.st_mode)) {
    errno = EINVAL;
    return Outcome::failed;
  }
  // Two processes must not both rename it.
  if (flock(file.descriptor(), LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK ? Outcome::again : Outcome::failed;
  if (stat(path.c_str(), &there) != 0 || here.st_ino != there.st_ino) return Outcome::again;
  if (fstat(file.descriptor(), &here) != 0) return Outcome::failed;
  if (here.st_size > 0 && here.st_size + static_cast<std::int64_t>(line.size()) > max_bytes)
    return std::rename(path.c_str(), (path + ".1").c_str()) == 0 ? Outcome::again : Outcome::failed;
  const ssize_t written = write(file.descriptor(), line.data(), line.size());
  if (written == static_cast<ssize_t>(line.size())) return Outcome::written;
  if (written >= 0) {  // half a line would spoil the next one
    if (ftruncate(file.descriptor(), here.st_size) != 0) return Outcome::failed;
    errno = ENOSPC;
  }
  return Outcome::failed;
}

}  // namespace

std::optional<Error> SearchLog::add(const index::Query& query, const index::Hits& hits) {
  if (!is_unanswered(query, hits)) return std::nullopt;
  const std::string line = line_of(query, hits);
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < tries; ++i) {
    const Outcome outcome = write_line(file_, line, max_bytes_);
    if (outcome == Outcome::written) return std::nullopt;
    if (outcome == Outcome::failed) break;
    errno = EWOULDBLOCK;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return Error{"io", file_ + ": cannot be written: " + std::generic_category().message(errno) +
                         "; searches go on without a log (search.log)"};
}

}  // namespace pith::pipeline
