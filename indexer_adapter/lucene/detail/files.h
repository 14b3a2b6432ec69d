// Reading files and directories, with an Error for what cannot be read. A file that the disk or its permissions make
// unreadable is not damaged: do not rebuild anything because of it.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// An open file, closed on destruction; -1: none.
class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  int operator*() const { return descriptor_; }

 private:
  int descriptor_;
};

// Error index_read with advice; `reason` is an errno.
Error cannot_be_read(const std::string& file, int reason);

// nullopt if there is no such file.
Result<std::optional<std::string>> read_file(const std::string& file);

// The names of the directory's entries; none if there is no such directory.
Result<std::vector<std::string>> names_in(const std::string& directory);

std::uint32_t crc32_of(std::string_view bytes);

}  // namespace pith::index
