// Which configuration file applies.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pith::config {

// Where to look; the defaults are those of this process.
struct Places {
  std::filesystem::path working_directory = ".";
  std::filesystem::path environment = environment_variable();  // $PITH_CONFIG, empty if it is not set
  std::filesystem::path system_file = "/etc/pith/pith.yaml";

  static std::filesystem::path environment_variable();
};

struct Location {
  std::filesystem::path file;                    // empty: none, the defaults apply
  std::vector<std::filesystem::path> looked_at;  // every place that was looked at, in order, `file` the last
};

// The file that the user gave (`given`, empty for none), else pith.yaml in the working directory, else the one of the
// environment, else the system's, else none. The first that is there applies, readable or not: a file that is broken is
// not passed over in silence. A file that the user or the environment names and that is not there is an error
// ("no_config").
Result<Location> locate(const std::filesystem::path& given, const Places& places = {});

}  // namespace pith::config
