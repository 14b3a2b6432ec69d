// A child process that is waited for.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace pith::pipeline {

class ChildProcess {
 public:
  // Starts a program of the PATH with standard input from /dev/null and output to a file. The child gets a process group
  // of its own, so that a Ctrl-C at the terminal reaches only the parent, which decides.
  static Result<ChildProcess> start(const std::vector<std::string>& arguments,
                                    const std::map<std::string, std::string>& environment, const std::string& output);
  ChildProcess(ChildProcess&& other) noexcept : pid_(other.pid_), status_(other.status_) { other.pid_ = -1; }
  ChildProcess& operator=(ChildProcess&&) = delete;
  ~ChildProcess();  // kills it if it still runs

  // Whether it still runs; waits for up to this long.
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
