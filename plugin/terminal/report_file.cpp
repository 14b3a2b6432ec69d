#include "plugin/terminal/report_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

#include "core/system/write_file.h"

namespace pith::cli {

ReportFile::ReportFile(const std::string& name) : name_(name == "-" ? "" : name) {}

ReportFile::~ReportFile() {
  std::error_code ignored;
  if (made_) std::filesystem::remove(name_, ignored);
}

std::optional<Error> ReportFile::open() {
  if (name_.empty()) return std::nullopt;
  std::error_code ignored;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(name_, ignored));
  if (!std::ofstream(name_, std::ios::binary | std::ios::app)) return cannot_be_written(name_, errno);
  made_ = !there;
  return std::nullopt;
}

void ReportFile::deliver(Context& context, const std::string& text) {
  if (name_.empty()) {
    fmt::print("{}", text);
    return;
  }
  if (const auto error = write_file(name_, text)) return context.fail(*error);
  made_ = false;
  if (!context.quiet) fmt::print(stderr, "written: {}\n", name_);
}

}  // namespace pith::cli
