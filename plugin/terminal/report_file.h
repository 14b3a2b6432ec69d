// The output of a report that takes long to make: a file, or standard output.
#pragma once

#include <optional>
#include <string>

#include "plugin/terminal/context.h"

namespace pith::cli {

// Reports an unwritable file before the work, not after it. Until `deliver` the file's text stays as it was; a new file
// is removed if nothing is delivered. No name and "-" mean standard output.
class ReportFile {
 public:
  explicit ReportFile(const std::string& name);
  ReportFile(const ReportFile&) = delete;
  ReportFile& operator=(const ReportFile&) = delete;
  ~ReportFile();

  // Error "write".
  std::optional<Error> open();
  // Says on standard error what was written, unless --quiet; sets the exit code on failure.
  void deliver(Context& context, const std::string& text);

 private:
  const std::string name_;  // empty: standard output
  bool made_ = false;       // created by `open`, and nothing was delivered yet
};

}  // namespace pith::cli
