// Which configuration file applies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pith::config {

// Where to look; the defaults are for this process.
struct Places {
  std::filesystem::path working_directory = ".";
  std::filesystem::path environment = environment_variable();  // $PITH_CONFIG, empty if not set
  std::filesystem::path system_file = "/etc/pith/pith.yaml";

  static std::filesystem::path environment_variable();
};

struct Location {
  std::filesystem::path file;                    // empty: no file, the defaults apply
  std::vector<std::filesystem::path> looked_at;  // every place checked, in order; `file` is the last
};

// The file that the user named (`given`, may be empty), else the file named by the environment, else pith.yaml in the
// working directory, else the system's file, else none. The first that exists applies, readable or not: a broken file
// is not skipped silently. If the user or the environment names a file that does not exist, that is an error
// ("no_config").
Result<Location> locate(const std::filesystem::path& given, const Places& places = {});

}  // namespace pith::config
