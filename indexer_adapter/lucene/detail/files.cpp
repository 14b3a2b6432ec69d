#include "indexer_adapter/lucene/detail/files.h"

#include <fcntl.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "indexer_adapter/lucene/index_error.h"

namespace pith::index {

namespace fs = std::filesystem;

Error cannot_be_read(const std::string& file, int reason) {
  return make_error(IndexError::read, file + ": cannot be read: " + std::strerror(reason) +
                                          "; check the disk and the permissions, then try again");
}

Result<std::optional<std::string>> read_file(const std::string& file) {
  const File in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (*in < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::optional<std::string>();
  if (*in < 0) return cannot_be_read(file, errno);
  std::string bytes, block(64 << 10, '\0');
  for (;;) {
    const ssize_t count = ::read(*in, block.data(), block.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return cannot_be_read(file, errno);
    if (count == 0) return std::optional(std::move(bytes));
    bytes.append(block, 0, static_cast<std::size_t>(count));
  }
}

Result<std::vector<std::string>> names_in(const std::string& directory) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator entry(directory, error), end; !error && entry != end; entry.increment(error))
    names.push_back(entry->path().filename());
  if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return names;
  if (error) return cannot_be_read(directory, error.value());
  return names;
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(::crc32_z(0, nullptr, 0), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace pith::index
