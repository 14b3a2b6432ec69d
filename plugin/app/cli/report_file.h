// Where a report goes that takes long to make: a file, or standard output.
#pragma once

#include <optional>
#include <string>

#include "plugin/app/cli/commands.h"

namespace pith::cli {

// A file that cannot be written is told before the work, not after it. Until `deliver` its text stays as it was; one
// that was not there is gone again if nothing is delivered. No name and "-" are standard output.
class ReportFile {
 public:
  explicit ReportFile(const std::string& name);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile();

  // Error "io": the file cannot be written.
  std::optional<Error> open();
  // Says on standard error what was written, unless --quiet; sets the exit code if that failed.
  void deliver(Context& context, const std::string& text);

 private:
  const std::string name_;  // empty: standard output
  bool made_ = false;       // by `open`, and nothing was delivered
};

}  // namespace pith::cli
