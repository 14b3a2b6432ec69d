#include "plugin/crawl/plugin_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace pith::pipeline {

namespace fs = std::filesystem;

Result<std::string> find_plugin(std::string_view crawler) {
  const std::string name = fmt::format("libpith_{}.so", crawler);
  std::string variable = fmt::format("PITH_{}_PLUGIN", crawler);
  std::transform(variable.begin(), variable.end(), variable.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  if (const char* given = std::getenv(variable.c_str())) return std::string(given);
  std::error_code error;
  const fs::path root = fs::read_symlink("/proc/self/exe", error).parent_path().parent_path();
  std::vector<fs::path> places = {root / "lib" / name, root / "lib" / "pith" / name};
  for (const auto& entry : fs::directory_iterator(root / "lib", error))
    if (entry.path().filename().string().find("-linux-") != std::string::npos)
      places.push_back(entry.path() / "pith" / name);
  std::string looked;
  for (const fs::path& place : places) {
    if (fs::exists(place, error)) return place.string();
    looked += (looked.empty() ? "" : ", ") + place.string();
  }
  return Error{"no_plugin",
               fmt::format("{} was not found (looked at {}); install the package pith-{}, or set {} to its "
                           "path",
                           name, looked, crawler, variable)};
}

}  // namespace pith::pipeline
