// Ctrl-C as a flag that long work checks.
#pragma once

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

}  // namespace pith::cli
