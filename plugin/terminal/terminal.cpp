#include "plugin/terminal/terminal.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <iterator>

#include "core/text/bidi.h"
#include "core/text/encoding.h"
#include "core/text/number.h"
#include "plugin/terminal/service_manager.h"

namespace pith::cli {

bool colours() {
  static const bool yes = [] {
    const char* term = std::getenv("TERM");
    return isatty(STDOUT_FILENO) && !std::getenv("NO_COLOR") && term && std::string_view(term) != "dumb";
  }();
  return yes;
}

std::string styled(Style style, std::string_view text) {
  if (!colours()) return std::string(text);
  static constexpr const char* codes[] = {"1", "2", "32", "33", "31"};
  return fmt::format("\x1b[{}m{}\x1b[0m", codes[static_cast<int>(style)], text);
}

std::string printable(std::string_view text) {
  std::string out = sanitize_utf8(text);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto c = static_cast<unsigned char>(out[i]);
    if ((c < 0x20 && c != '\n') || c == 0x7f) out[i] = ' ';
    // C1 controls, U+0080 to U+009F, are C2 80 to C2 9F.
    if (c == 0xC2 && i + 1 < out.size() && static_cast<unsigned char>(out[i + 1]) < 0xA0) out[i] = out[i + 1] = ' ';
  }
  return out;
}

std::string one_line(std::string_view text) {
  static constexpr std::string_view ends[] = {"\n", "\u2028", "\u2029"};
  const std::string safe = without_bidi(printable(text));
  std::string_view rest = safe;
  std::string out;
  while (!rest.empty()) {
    const auto end = std::ranges::find_if(ends, [&](std::string_view one) { return rest.starts_with(one); });
    out += end == std::end(ends) ? rest.front() : ' ';
    rest.remove_prefix(end == std::end(ends) ? 1 : end->size());
  }
  return out;
}

namespace {

// `priority`: as in the journal; each line there is a message of its own.
void print_message(std::string_view priority, std::string_view message) {
  static const bool journal = is_logged_by_journal();
  std::string text = "pith: " + printable(message);
  if (journal) {
    text.insert(0, priority);
    for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', end + 1))
      text.insert(end + 1, priority);
  }
  std::fputs((text + "\n").c_str(), stderr);  // as far as that works: fmt would throw
}

}  // namespace

void print_error(std::string_view message) { print_message("<3>", message); }
void print_warning(std::string_view message) { print_message("<4>", "warning: " + std::string(message)); }
void print_notice(std::string_view message) { print_message("<5>", message); }

std::string human_bytes(std::int64_t bytes) {
  static constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  double value = static_cast<double>(bytes);
  int unit = 0;
  while (value >= 1000 && unit < 4) {
    value /= 1000;
    ++unit;
  }
  return unit == 0 ? fmt::format("{} B", bytes) : fmt::format("{:.1f} {}", value, units[unit]);
}

std::string human_duration(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
  return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
}

std::string human_rate(double count, double seconds) {
  if (count <= 0 || seconds < 1) return {};
  const double rate = count / seconds;
  if (rate < 1) return fmt::format("one in {:.3g} s", 1 / rate);
  return rate < 1000 ? fmt::format("{:.3g} a second", rate) : human_count(std::llround(rate)) + " a second";
}

std::string human_share(double part, double whole) {
  return whole > 0 ? fmt::format("{:.0f} %", 100 * part / whole) : "–";
}

int terminal_width() {
  winsize size{};
  if (!isatty(STDERR_FILENO) || ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace pith::cli
