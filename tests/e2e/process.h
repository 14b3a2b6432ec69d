// Programs that a test starts. Their time is limited, their output is kept, and nothing of them is left behind.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

namespace pith::test {

struct Command {
  std::vector<std::string> arguments;                            // the program is looked up in the PATH
  std::map<std::string, std::string> environment = {};           // added to a minimal one: PATH, HOME, TMPDIR, LC_ALL
  std::string directory = {};                                    // working directory; empty: the test's
  long max_file_bytes = 0;                                       // as by ulimit -f; 0: no limit
  std::chrono::milliseconds timeout = std::chrono::minutes(10);  // for programs that hang: no machine is so slow
};

struct Outcome {
  int code = -1;  // exit code, or 128 + the signal that ended it
  bool timed_out = false;
  std::string out, err;
};

// A running program in its own process group. Programs that it starts may have their own groups (`pith crawl` gives
// httrack one). kill() and the destructor end those as well: the test process becomes the reaper of orphans.
class Process {
 public:
  explicit Process(const Command& command);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool running();
  // Waits for its end, and kills it after the command's timeout.
  Outcome finish();
  void signal(int number);
  // Sends kill -9 to it and to everything that it started, and waits until all are gone.
  void kill_all();
  // Its descendants, nearest first.
  std::vector<pid_t> descendants() const;
  pid_t pid() const { return pid_; }

 private:
  void reap(int options);
  pid_t pid_ = -1;
  bool ended_ = false;
  int code_ = -1;
  int out_ = -1, err_ = -1;  // memory files
  std::chrono::steady_clock::time_point deadline_;
};

Outcome run(const Command& command);

// Polls until the condition is true; false after the timeout.
template <typename Condition>
bool wait_until(Condition condition, std::chrono::milliseconds timeout = std::chrono::minutes(5));

// Sends kill -9 to a process that is not a direct child, and waits until it is gone.
void kill_and_wait(pid_t pid);

void pause_for(std::chrono::microseconds time);

template <typename Condition>
bool wait_until(Condition condition, std::chrono::milliseconds timeout) {
  const auto until = std::chrono::steady_clock::now() + timeout;
  while (!condition()) {
    if (std::chrono::steady_clock::now() > until) return false;
    pause_for(std::chrono::milliseconds(2));
  }
  return true;
}

}  // namespace pith::test
