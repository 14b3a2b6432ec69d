#include "plugin/terminal/service_manager.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>
#include <string>
#include <system_error>

namespace pith::cli {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

template <typename Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void notify_service_manager(std::string_view lines) {
  const std::string_view path = variable("NOTIFY_SOCKET");
  sockaddr_un address{};
  if (path.empty() || path.size() >= sizeof address.sun_path) return;
  address.sun_family = AF_UNIX;
  std::memcpy(address.sun_path, path.data(), path.size());
  if (path.front() == '@') address.sun_path[0] = '\0';  // in the abstract namespace
  const int file = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (file < 0) return;
  const auto size = static_cast<socklen_t>(offsetof(sockaddr_un, sun_path) + path.size());
  (void)!sendto(file, lines.data(), lines.size(), MSG_NOSIGNAL, reinterpret_cast<const sockaddr*>(&address), size);
  close(file);
}

std::optional<std::chrono::microseconds> watchdog_time() {
  const auto time = number<long>(variable("WATCHDOG_USEC"));
  const std::string_view process = variable("WATCHDOG_PID");
  if (!time || *time <= 0 || (!process.empty() && number<pid_t>(process) != getpid())) return std::nullopt;
  return std::chrono::microseconds(*time);
}

bool is_logged_by_journal() {
  const std::string_view stream = variable("JOURNAL_STREAM");  // "device:inode": it may have been redirected since
  const std::size_t colon = stream.find(':');
  struct stat status {};
  if (colon == std::string_view::npos || fstat(STDERR_FILENO, &status) != 0) return false;
  return number<dev_t>(stream.substr(0, colon)) == status.st_dev &&
         number<ino_t>(stream.substr(colon + 1)) == status.st_ino;
}

}  // namespace pith::cli
