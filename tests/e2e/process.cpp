#include "tests/e2e/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace pith::test {
namespace {

std::string read_all(int file) {
  std::string text;
  lseek(file, 0, SEEK_SET);
  char buffer[65536];
  for (ssize_t n; (n = read(file, buffer, sizeof buffer)) > 0;) text.append(buffer, static_cast<std::size_t>(n));
  return text;
}

// Variables of the developer's shell, such as proxies and PITH_CONFIG, must not change what a test sees.
std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> all = {{"LC_ALL", "C.UTF-8"}};
  for (const char* name : {"PATH", "HOME", "TMPDIR"})
    if (const char* value = std::getenv(name)) all[name] = value;
  for (const char* name : {"ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"})
    if (const char* value = std::getenv(name)) all[name] = value;
  for (const auto& [name, value] : command.environment) all[name] = value;
  // HTTrack is not built with the sanitizer, but the plugin needs the sanitizer's library.
  const std::string program = std::filesystem::path(command.arguments.at(0)).filename();
  if (const char* preload = std::getenv("PITH_TEST_PRELOAD"); preload && program == "httrack")
    all["LD_PRELOAD"] += std::string(" ") + preload;
  std::vector<std::string> out;
  for (const auto& [name, value] : all) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> out;
  for (std::string& text : texts) out.push_back(text.data());
  out.push_back(nullptr);
  return out;
}

std::multimap<pid_t, pid_t> children_by_parent() {
  std::multimap<pid_t, pid_t> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ostringstream text;  // throws nothing where the process ends meanwhile, as an iterator does
    text << std::ifstream(entry.path() / "stat").rdbuf();
    const std::string stat = text.str();
    const std::size_t name_end = stat.rfind(')');  // "PID (NAME) STATE PARENT ...", NAME may contain anything
    if (name_end == std::string::npos || name_end + 4 >= stat.size() || stat[name_end + 2] == 'Z') continue;
    out.emplace(std::atoi(stat.c_str() + name_end + 4), std::atoi(name.c_str()));
  }
  return out;
}

}  // namespace

void pause_for(std::chrono::microseconds time) { std::this_thread::sleep_for(time); }

Process::Process(const Command& command) : deadline_(std::chrono::steady_clock::now() + command.timeout) {
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  // All allocations are made before fork(): other threads of the test (its server) may hold locks.
  std::vector<std::string> arguments = command.arguments, environment = environment_of(command);
  const std::vector<char*> argv = pointers(arguments), envp = pointers(environment);
  out_ = memfd_create("stdout", MFD_CLOEXEC);
  err_ = memfd_create("stderr", MFD_CLOEXEC);
  pid_ = fork();
  if (pid_ < 0 || out_ < 0 || err_ < 0) throw std::runtime_error("cannot start " + arguments[0]);
  if (pid_ == 0) {
    setpgid(0, 0);
    if (!command.directory.empty() && chdir(command.directory.c_str()) != 0) _exit(126);
    dup2(open("/dev/null", O_RDONLY), STDIN_FILENO);
    dup2(out_, STDOUT_FILENO);
    dup2(err_, STDERR_FILENO);
    // A connection of the test's server must not stay open in the child.
    for (int file = 3; file < 1024; ++file) close(file);
    if (command.max_file_bytes > 0) {
      const rlimit limit{static_cast<rlim_t>(command.max_file_bytes), static_cast<rlim_t>(command.max_file_bytes)};
      setrlimit(RLIMIT_FSIZE, &limit);
    }
    execvpe(argv[0], argv.data(), envp.data());
    _exit(127);
  }
  setpgid(pid_, pid_);  // parent and child both call it: whichever comes first
}

Process::~Process() {
  if (!ended_) kill_all();
  close(out_);
  close(err_);
}

void Process::reap(int options) {
  int status = 0;
  if (ended_ || waitpid(pid_, &status, options) != pid_) return;
  ended_ = true;
  code_ = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool Process::running() {
  reap(WNOHANG);
  return !ended_;
}

Outcome Process::finish() {
  Outcome outcome;
  while (running()) {
    if (std::chrono::steady_clock::now() > deadline_) {
      outcome.timed_out = true;
      kill_all();
      break;
    }
    pause_for(std::chrono::milliseconds(1));
  }
  outcome.code = code_;
  outcome.out = read_all(out_);
  outcome.err = read_all(err_);
  return outcome;
}

void Process::signal(int number) {
  if (!ended_) kill(pid_, number);
}

std::vector<pid_t> Process::descendants() const {
  const auto children = children_by_parent();
  std::vector<pid_t> found = {pid_};
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [first, last] = children.equal_range(found[i]);
    for (auto child = first; child != last; ++child) found.push_back(child->second);
  }
  found.erase(found.begin());
  return found;
}

void Process::kill_all() {
  // Stop the parent first, so that it starts nothing new while its children are looked up.
  if (!ended_) kill(pid_, SIGSTOP);
  const std::vector<pid_t> below = descendants();
  if (!ended_) kill(-pid_, SIGKILL);
  for (const pid_t pid : below) kill(pid, SIGKILL);
  reap(0);
  for (const pid_t pid : below) kill_and_wait(pid);
}

void kill_and_wait(pid_t pid) {
  kill(pid, SIGKILL);
  // This process must reap it once its parent is gone; until then the parent does.
  wait_until([&] { return waitpid(pid, nullptr, WNOHANG) == pid || kill(pid, 0) != 0; }, std::chrono::seconds(5));
}

Outcome run(const Command& command) { return Process(command).finish(); }

}  // namespace pith::test
