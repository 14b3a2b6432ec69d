#include "plugin/pipeline/index_identity.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <random>

namespace pith::pipeline {
namespace fs = std::filesystem;
namespace {

fs::path file_of(const std::string& path) { return fs::path(path) / "pith-index-id"; }

// No commit: segments.gen alone is none.
bool is_lost(const std::string& path) {
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(path, error))
    if (entry.path().filename().string().starts_with("segments_")) return false;
  return true;
}

}  // namespace

std::string identity_of_index(const std::string& path) {
  std::string id;
  if (!is_lost(path)) std::ifstream(file_of(path)) >> id;
  return id;
}

Result<std::string> identify_index(const std::string& path) {
  if (std::string id = identity_of_index(path); !id.empty()) return id;
  std::random_device random;
  const std::string id = fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
  std::ofstream out(file_of(path));
  out << id << '\n';
  if (!out.flush()) return Error{"index_unwritable", file_of(path).string() + ": cannot be written; check its permissions and the free space, then run again"};
  return id;
}

void forget_identity_of_lost_index(const std::string& path) {
  std::error_code error;
  if (is_lost(path)) fs::remove(file_of(path), error);
}

}  // namespace pith::pipeline
