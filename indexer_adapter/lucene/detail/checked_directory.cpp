#include "indexer_adapter/lucene/detail/checked_directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "indexer_adapter/lucene/detail/text.h"

// clang-format off
#include <BufferedIndexOutput.h>  // needs LuceneHeaders.h before it
// clang-format on

namespace pith::index {
namespace {

using CheckedDirectoryPtr = boost::shared_ptr<CheckedDirectory>;

// A file being written. close() flushes all of its bytes, or throws.
class CheckedOutput : public Lucene::BufferedIndexOutput {
 public:
  CheckedOutput(CheckedDirectoryPtr directory, std::string path)
      : directory_(std::move(directory)),
        path_(std::move(path)),
        file_(::open(path_.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666)) {
    if (file_ < 0) directory_->fail(path_, errno);
  }
  ~CheckedOutput() override {
    if (file_ >= 0) ::close(file_);
  }

  void flushBuffer(const uint8_t* bytes, int32_t offset, int32_t length) override {
    directory_->check();
    for (int32_t done = 0; done < length;) {
      const ssize_t written =
          ::pwrite(file_, bytes + offset + done, static_cast<std::size_t>(length - done), position_);
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) directory_->fail(path_, written < 0 ? errno : ENOSPC);
      done += static_cast<int32_t>(written);
      position_ += written;
    }
    directory_->wrote(path_, length);
  }

  void close() override {
    if (file_ < 0) return;
    const int file = file_;
    try {
      BufferedIndexOutput::close();
    } catch (...) {
      file_ = -1;
      ::close(file);
      throw;
    }
    file_ = -1;
    if (::close(file) != 0 && errno != EINTR) directory_->fail(path_, errno);  // NFS reports a full disk here
  }

  void seek(int64_t position) override {
    BufferedIndexOutput::seek(position);
    position_ = position;
  }

  int64_t length() override {
    struct stat status {};
    if (::fstat(file_, &status) != 0) directory_->fail(path_, errno);
    return status.st_size;
  }

 private:
  const CheckedDirectoryPtr directory_;
  const std::string path_;
  int file_;
  int64_t position_ = 0;  // where the next flush writes
};

}  // namespace

CheckedDirectory::CheckedDirectory(const std::string& path) : IndexDirectory(path) {}

void CheckedDirectory::check() const {
  if (!failure_.empty()) throw Lucene::IOException(widen(failure_));
}

void CheckedDirectory::fail(const std::string& file, int reason) {
  if (failure_.empty()) failure_ = file + ": " + std::strerror(reason);
  throw Lucene::IOException(widen(failure_));
}

void CheckedDirectory::wrote(const std::string& file, std::int64_t bytes) {
  if (watcher_ && !watcher_(bytes)) fail(file, ECANCELED);
}

Lucene::IndexOutputPtr CheckedDirectory::createOutput(const Lucene::String& name) {
  check();
  initOutput(name);
  return Lucene::newLucene<CheckedOutput>(boost::static_pointer_cast<CheckedDirectory>(shared_from_this()),
                                          path_of(name));
}

void CheckedDirectory::deleteFile(const Lucene::String& name) {
  check();
  IndexDirectory::deleteFile(name);
}

void CheckedDirectory::sync(const Lucene::String& name) {
  check();
  const std::string path = path_of(name);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const bool done = file >= 0 && ::fsync(file) == 0;
  const int reason = errno;
  if (file >= 0) ::close(file);
  if (!done) fail(path, reason);
}

}  // namespace pith::index
