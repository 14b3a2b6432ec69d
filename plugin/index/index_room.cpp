#include "plugin/index/index_room.h"

#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>

#include "plugin/site/run_errors.h"

namespace pith::pipeline {
namespace {

std::uintmax_t bytes_of(const std::string& directory) {
  std::uintmax_t bytes = 0;
  std::error_code ignored;  // files may vanish meanwhile
  for (const auto& entry : std::filesystem::directory_iterator(directory, ignored)) {
    const std::uintmax_t size = entry.file_size(ignored);
    if (!ignored) bytes += size;
  }
  return bytes;
}

}  // namespace

IndexRoom::IndexRoom(const config::Index& settings) : settings_(settings) { measure(); }

bool IndexRoom::take(std::uintmax_t bytes) {
  if (settings_.max_bytes == 0) return true;
  const auto most = static_cast<std::uintmax_t>(settings_.max_bytes);
  size_ += bytes;
  return size_ <= most - most / 20;
}

void IndexRoom::measure() {
  if (settings_.max_bytes != 0) size_ = bytes_of(settings_.path);
}

Error IndexRoom::full() const {
  return {code::index_full,
          fmt::format("{}: the index is full: its limit is {} bytes (index.max_bytes); the remaining pages "
                      "stay pending: raise the limit, or leave pages out (extract.skip)",
                      settings_.path, settings_.max_bytes)};
}

}  // namespace pith::pipeline
