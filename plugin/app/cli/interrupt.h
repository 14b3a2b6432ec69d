// Signals as flags that long work checks.
#pragma once

#include <unistd.h>

#include <atomic>
#include <csignal>

namespace pith::cli {

inline std::atomic<bool>& interrupt_flag() {
  static std::atomic<bool> flag{false};
  return flag;
}

// While it lives, SIGINT, SIGTERM and, unless ignored (nohup), SIGHUP set the flag instead of ending the program.
class InterruptScope {
 public:
  InterruptScope() {
    interrupt_flag() = false;
    old_int_ = std::signal(SIGINT, [](int) { interrupt_flag() = true; });
    old_term_ = std::signal(SIGTERM, [](int) { interrupt_flag() = true; });
    old_hup_ = std::signal(SIGHUP, [](int) { interrupt_flag() = true; });
    if (old_hup_ == SIG_IGN) std::signal(SIGHUP, SIG_IGN);
  }
  ~InterruptScope() {
    std::signal(SIGINT, old_int_);
    std::signal(SIGTERM, old_term_);
    std::signal(SIGHUP, old_hup_);
  }
  InterruptScope(const InterruptScope&) = delete;
  InterruptScope& operator=(const InterruptScope&) = delete;

 private:
  void (*old_int_)(int);
  void (*old_term_)(int);
  void (*old_hup_)(int);
};

inline std::atomic<bool>& reload_flag() {
  static std::atomic<bool> flag{false};
  return flag;
}

// Within an InterruptScope, and until its end: SIGHUP sets reload_flag(), as is usual for services. In a terminal it
// still ends the program, because there it means that the terminal was closed.
inline void reload_on_hangup() {
  if (isatty(STDIN_FILENO)) return;
  std::signal(SIGHUP, [](int) { reload_flag() = true; });
}

}  // namespace pith::cli
