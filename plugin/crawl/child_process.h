// A child process that the program waits for.
//
// Why not Boost.Process v1 (1.74): it cannot reset signals to their defaults in the child, except by our code between
// its fork() and exec. Its bounded wait (wait_for) replaces the program's SIGCHLD handler. It does not truncate the
// file for output.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pith::pipeline {

class ChildProcess {
 public:
  // Starts a program from the PATH with standard input from /dev/null and output to a file. The child gets its own
  // process group, so that Ctrl-C in the terminal reaches only the parent, which then decides.
  static Result<ChildProcess> start(const std::vector<std::string>& arguments,
                                    const std::map<std::string, std::string>& environment, const std::string& output);
  ChildProcess(ChildProcess&& other) noexcept : pid_(other.pid_), status_(other.status_) { other.pid_ = -1; }
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();  // kills the child if it is still running

  // Whether the child is still running; waits up to this long for its end.
  bool running(unsigned milliseconds);
  void signal(int number);
  // After its end: the exit code, or 128 + the signal that ended it.
  int exit_code() const { return status_; }

 private:
  explicit ChildProcess(pid_t pid) : pid_(pid) {}
  pid_t pid_;
  int status_ = 0;
};

}  // namespace pith::pipeline
