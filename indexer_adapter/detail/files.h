// Reading files and directories, with an Error for what cannot be read. What the disk or its permissions keep back is
// not damaged: nothing is to be built anew for that.
#pragma once

#include <unistd.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace pith::index {

// Closed with its life; -1 is none.
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

// Error index_read, which says what to do; `reason` is errno's.
Error cannot_be_read(const std::string& file, int reason);

// nullopt where there is no such file.
Result<std::optional<std::string>> read_file(const std::string& file);

// The names of what is in the directory; none where there is no such directory.
Result<std::vector<std::string>> names_in(const std::string& directory);

std::uint32_t crc32_of(std::string_view bytes);

}  // namespace pith::index
