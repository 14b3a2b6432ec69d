// Signals as flags that long work checks.
#pragma once

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "plugin/site/pages_in_work.h"

namespace pith::cli {

inline std::atomic<bool>& interrupt_flag() {
  static std::atomic<bool> flag{false};
  return flag;
}

namespace detail {

inline std::atomic<int> prompt_ends{0};  // PromptEnd objects

inline void set_end(long milliseconds) {
  const itimerval timer{.it_interval = {}, .it_value = {milliseconds / 1000, milliseconds % 1000 * 1000}};
  setitimer(ITIMER_REAL, &timer, nullptr);
}

inline void interrupt(int) {
  constexpr long patience = 1800;
  interrupt_flag() = true;
  if (prompt_ends > 0) set_end(patience);
}

}  // namespace detail

// While it lives, SIGINT, SIGTERM and, unless ignored (nohup), SIGHUP set the flag instead of ending the program.
class InterruptScope {
 public:
  InterruptScope() {
    interrupt_flag() = false;
    old_int_ = std::signal(SIGINT, detail::interrupt);
    old_term_ = std::signal(SIGTERM, detail::interrupt);
    old_hup_ = std::signal(SIGHUP, detail::interrupt);
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

// Around work on pages, within an InterruptScope: if the flag has not ended it within two seconds, the process ends.
// Like a kill at any other point, that loses nothing: what is not committed is done again.
class PromptEnd {
 public:
  PromptEnd() {
    old_alarm_ = std::signal(SIGALRM, [](int) {
      constexpr std::string_view message = "pith: interrupted; what was not committed yet is done again next time\n";
      [[maybe_unused]] const auto written = write(STDERR_FILENO, message.data(), message.size());
      pipeline::PagesInWork::excuse();
      _exit(130);
    });
    ++detail::prompt_ends;
    if (interrupt_flag()) detail::interrupt(0);
  }
  ~PromptEnd() {
    --detail::prompt_ends;
    detail::set_end(0);
    std::signal(SIGALRM, old_alarm_);
  }
  PromptEnd(const PromptEnd&) = delete;
  PromptEnd& operator=(const PromptEnd&) = delete;

 private:
  void (*old_alarm_)(int);
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
