#include "plugin/terminal/report_file.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>

namespace pith::cli {
namespace {

Error not_written(const std::string& file) { return {"io", file + ": cannot be written"}; }

}  // namespace

ReportFile::ReportFile(const std::string& name) : name_(name == "-" ? "" : name) {}

ReportFile::~ReportFile() {
  std::error_code ignored;
  if (made_) std::filesystem::remove(name_, ignored);
}

std::optional<Error> ReportFile::open() {
  if (name_.empty()) return std::nullopt;
  std::error_code ignored;
  const bool there = std::filesystem::exists(std::filesystem::symlink_status(name_, ignored));
  if (!std::ofstream(name_, std::ios::binary | std::ios::app)) return not_written(name_);
  made_ = !there;
  return std::nullopt;
}

void ReportFile::deliver(Context& context, const std::string& text) {
  if (name_.empty()) {
    fmt::print("{}", text);
    return;
  }
  std::ofstream out(name_, std::ios::binary);
  out << text;
  out.close();
  if (!out) return context.fail(not_written(name_));
  made_ = false;
  if (!context.quiet) fmt::print(stderr, "written: {}\n", name_);
}

}  // namespace pith::cli
