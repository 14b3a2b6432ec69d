#include "plugin/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "plugin/terminal/terminal.h"

namespace pith::cli {
namespace {

std::string bar(double part) {
  constexpr int cells = 20;
  const int filled = static_cast<int>(std::clamp(part, 0.0, 1.0) * cells);
  std::string out;
  for (int i = 0; i < cells; ++i) out += i < filled ? "█" : "░";
  return out;
}

}  // namespace

Progress::Progress(bool quiet) : quiet_(quiet), width_(terminal_width()) {}

Progress::~Progress() { finish(); }

void Progress::begin(const std::string& what, const std::string& unit) {
  finish();
  what_ = what;
  unit_ = unit;
  begun_ = Clock::now();
  shown_ = width_ > 0 ? Clock::time_point() : begun_;
}

bool Progress::due() {
  using namespace std::chrono_literals;
  const auto now = Clock::now();
  if (quiet_ || now - shown_ < (width_ > 0 ? Clock::duration(100ms) : Clock::duration(10s))) return false;
  shown_ = now;
  return true;
}

double Progress::seconds() const { return std::chrono::duration<double>(Clock::now() - begun_).count(); }

std::string Progress::rate(std::int64_t done) const {
  const std::string rate = human_rate(static_cast<double>(done), seconds());
  const bool one = done == 1 && unit_.ends_with('s');
  return " " + (one ? unit_.substr(0, unit_.size() - 1) : unit_) + (rate.empty() ? rate : "  " + rate);
}

// The first moments say nothing about the rest.
std::string Progress::left(double part) const {
  if (part <= 0 || seconds() <= 2) return {};
  return "  " + human_duration(seconds() * (1 - std::min(part, 1.0)) / part) + " left";
}

void Progress::show(std::int64_t done, std::int64_t total, const std::string& details) {
  if (!due()) return;
  const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : -1;
  std::string line = what_ + "  ";
  if (part >= 0) line += bar(part) + " ";
  line += total > 0 ? fmt::format("{}/{}", done, total) : fmt::format("{}", done);
  draw(line + rate(done) + left(part), details);
}

void Progress::show_part(std::int64_t done, double part, const std::string& details) {
  if (!due()) return;
  std::string line = what_ + "  ";
  if (part >= 0) line += bar(part) + fmt::format(" {:.0f} %  ", part * 100);
  draw(line + fmt::format("{}", done) + rate(done) + left(part), details);
}

void Progress::draw(std::string line, const std::string& details) {
  if (!details.empty()) line += "  " + one_line(details);
  if (width_ == 0) {
    fmt::print(stderr, "{}\n", line);
    return;
  }
  // Cut by characters, not bytes: a bar's character has three bytes. What does not fit as a whole is left out.
  std::size_t end = 0;
  for (int chars = 0; end < line.size() && chars < width_ - 1; ++chars) {
    ++end;
    while (end < line.size() && (static_cast<unsigned char>(line[end]) & 0xC0) == 0x80) ++end;
  }
  if (end < line.size()) {
    std::size_t part = 0;
    for (const char* separator : {", ", "  "})
      if (const std::size_t at = line.rfind(separator, end); at != std::string::npos) part = std::max(part, at);
    if (part > 0) end = part;
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
