#include "plugin/cli/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "plugin/cli/terminal.h"

namespace pith::cli {

Progress::Progress(bool quiet) : quiet_(quiet), width_(terminal_width()) {}

Progress::~Progress() { finish(); }

void Progress::begin(const std::string& what) {
  finish();
  what_ = what;
  begun_ = Clock::now();
  shown_ = width_ > 0 ? Clock::time_point() : begun_;
}

void Progress::show(std::int64_t done, std::int64_t total, const std::string& details) {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (quiet_ || now - shown_ < (width_ > 0 ? Clock::duration(100ms) : Clock::duration(10s))) return;
  shown_ = now;
  const double seconds = std::chrono::duration<double>(now - begun_).count();
  std::string line = what_ + "  ";
  if (total > 0) {
    constexpr int cells = 20;
    const int filled = static_cast<int>(std::clamp<std::int64_t>(done * cells / total, 0, cells));
    for (int i = 0; i < cells; ++i) line += i < filled ? "█" : "░";
    line += fmt::format(" {}/{}", done, total);
  } else {
    line += fmt::format("{}", done);
  }
  line += fmt::format(" pages  {:.0f}/s", seconds > 0.5 ? static_cast<double>(done) / seconds : 0.0);
  if (!details.empty()) line += "  " + printable(details);
  if (width_ == 0) {
    fmt::print(stderr, "{}\n", line);
    return;
  }
  // Cut by characters, not bytes: the bar's are three bytes each.
  std::size_t end = 0;
  for (int chars = 0; end < line.size() && chars < width_ - 1; ++chars) {
    ++end;
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;
  }
  fmt::print(stderr, "\r\x1b[K{}", line.substr(0, end));
  std::fflush(stderr);
  visible_ = true;
}

void Progress::finish() {
  if (!visible_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  visible_ = false;
}

}  // namespace pith::cli
