#include "config/locate.h"

#include <cstdlib>
#include <system_error>

#include "config/problem.h"

namespace pith::config {

namespace {

// Whether something has this name, including a dangling link.
bool is_there(const std::filesystem::path& path) {
  std::error_code error;
  return std::filesystem::symlink_status(path, error).type() != std::filesystem::file_type::not_found;
}

}  // namespace

std::filesystem::path Places::environment_variable() {
  const char* const value = std::getenv("PITH_CONFIG");
  return value ? value : "";
}

Result<Location> locate(const std::filesystem::path& given, const Places& places) {
  Location location;
  const auto look = [&](const std::filesystem::path& path) {
    location.looked_at.push_back(path);
    if (is_there(path)) location.file = path;
    return !location.file.empty();
  };
  const auto missing = [](const std::filesystem::path& path, const std::string& why) {
    return Error{"no_config", printable(path.string(), 4096) + ": there is no such file" + why};
  };
  if (!given.empty()) {
    if (!look(given)) return missing(given, "");
    return location;
  }
  if (!places.environment.empty()) {
    if (!look(places.environment)) return missing(places.environment, "; $PITH_CONFIG names it");
    return location;
  }
  if (look(places.working_directory == "." ? "pith.yaml" : places.working_directory / "pith.yaml")) return location;
  look(places.system_file);
  return location;
}

}  // namespace pith::config
