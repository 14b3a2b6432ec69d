#include "plugin/serve/connections.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "plugin/serve/request_head.h"
#include "plugin/serve/workers.h"

namespace pith::http {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto linger = std::chrono::seconds(2);
constexpr auto last_answers = std::chrono::milliseconds(500);  // for pending answers when the server stops
constexpr auto rest = std::chrono::milliseconds(200);
constexpr auto stuck = std::chrono::minutes(1);
constexpr rlim_t files_of_index = 256;

struct Connection {
  enum class State : std::uint8_t {
    reading,   // a request, or idle between two
    waiting,   // for a worker
    sending,   // the answer
    draining,  // all is sent; discards further input, since closing early could lose the answer
  };
  State state = State::reading;
  Clock::time_point deadline;
  std::string in, out;
  std::size_t sent = 0;
  std::size_t needed = 0;  // bytes of the request, once its head is there
  unsigned requests = 0;
  bool close = false;
  bool hung_up = false;  // the client has, while it waited
};

class Loop {
 public:
  Loop(int listener, const ConnectionLimits& limits, const ConnectionHandlers& handlers)
      : listener_(listener),
        limits_(limits),
        sockets_(sockets_for(limits.connections)),
        handlers_(handlers),
        workers_(limits.threads, handlers.answer) {}

  ~Loop() {
    for (const auto& [socket, connection] : open_) close(socket);
  }

  bool run(const std::atomic<bool>& stop) {
    while (!stop) {
      wait();
      for (auto& done : workers_.take()) finish(done);
      drop_late();
      if (handlers_.alive && !workers_.stuck(stuck)) handlers_.alive();
    }
    ending_ = true;
    const auto end = Clock::now() + last_answers;
    while (is_answering() && Clock::now() < end) {
      wait();
      for (auto& done : workers_.take()) finish(done);
    }
    return workers_.end(std::max(std::chrono::milliseconds(0),
                                 std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now())));
  }

 private:
  using Open = std::map<int, Connection>;

  // How many connections leave enough files for the index: a commit that cannot be opened makes every search fail.
  // Raises the process's limit if it is too low and may be raised.
  static std::size_t sockets_for(std::size_t wanted) {
    rlimit files{};
    if (getrlimit(RLIMIT_NOFILE, &files) != 0) return wanted;
    if (const rlim_t needed = wanted + files_of_index; files.rlim_cur < needed && files.rlim_cur < files.rlim_max) {
      rlimit raised = files;
      raised.rlim_cur = std::min(needed, files.rlim_max);
      if (setrlimit(RLIMIT_NOFILE, &raised) == 0) files = raised;
    }
    const rlim_t left = files.rlim_cur - std::min(files_of_index, files.rlim_cur / 2);
    return static_cast<std::size_t>(std::min<rlim_t>(wanted, left));
  }

  bool is_answering() const {
    return std::any_of(open_.begin(), open_.end(), [](const auto& entry) {
      return entry.second.state == Connection::State::waiting || entry.second.state == Connection::State::sending;
    });
  }

  void wait() {
    const bool accepting = !ending_ && Clock::now() >= rested_;
    std::vector<pollfd> polled = {{accepting ? listener_ : -1, POLLIN, 0}, {workers_.wake_up(), POLLIN, 0}};
    for (const auto& [socket, connection] : open_) {
      if (connection.state == Connection::State::waiting && connection.hung_up) continue;
      if (ending_ && connection.state != Connection::State::sending) continue;
      polled.push_back({socket, events_of(connection.state), 0});
    }
    if (poll(polled.data(), polled.size(), 200) <= 0) return;
    for (std::size_t i = 2; i < polled.size(); ++i) {
      if (polled[i].revents == 0) continue;
      const auto found = open_.find(polled[i].fd);
      if (found->second.state == Connection::State::waiting) {
        found->second.hung_up = true;
        if (workers_.take_back(found->first)) drop(found);
        continue;
      }
      if (!(found->second.state == Connection::State::sending ? send_some(*found) : receive(*found))) drop(found);
    }
    if (polled[0].revents != 0) accept_some();
  }

  static short events_of(Connection::State state) {
    if (state == Connection::State::waiting) return POLLRDHUP;
    return state == Connection::State::sending ? POLLOUT : POLLIN;
  }

  void accept_some() {
    for (int n = 0; n < 64; ++n) {
      const int socket = accept4(listener_, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC);
      if (socket < 0) {
        // Without a file left, accept fails even if no client waits for it; nobody has to go then. A waiting client
        // keeps the listener readable: without a pause, accept would be retried over and over.
        const bool lacking = errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM;
        pollfd waiting = {listener_, POLLIN, 0};
        if (lacking && poll(&waiting, 1, 0) == 1 && !make_room()) rested_ = Clock::now() + rest;
        return;
      }
      if (open_.size() >= sockets_) make_room();
      Connection& connection = open_[socket];
      connection.deadline = Clock::now() + limits_.timeout;
      if (open_.size() > sockets_) refuse(connection, 503);
      handlers_.count(open_.size());
    }
  }

  // Drops the connection that has sent nothing whole for the longest time; false: all wait for their answers.
  bool make_room() {
    return drop_oldest([](const Open::value_type& entry) { return entry.second.state != Connection::State::waiting; });
  }

  // Answers that clients do not read must not fill memory.
  void make_room_for_answer_of(int socket) {
    const auto held = [&] {
      std::size_t bytes = 0;
      for (const auto& entry : open_) bytes += entry.second.out.size();
      return bytes;
    };
    while (held() > limits_.answers)
      if (!drop_oldest([&](const Open::value_type& entry) {
            return entry.first != socket && entry.second.state == Connection::State::sending;
          }))
        return;
  }

  // Among those that `may_go`; false: there is none.
  template <typename Predicate>
  bool drop_oldest(const Predicate& may_go) {
    auto oldest = open_.end();
    for (auto it = open_.begin(); it != open_.end(); ++it)
      if (may_go(*it) && (oldest == open_.end() || it->second.deadline < oldest->second.deadline)) oldest = it;
    if (oldest == open_.end()) return false;
    drop(oldest);
    handlers_.closed();
    return true;
  }

  // False: the connection has ended.
  bool receive(Open::value_type& entry) {
    auto& [socket, connection] = entry;
    char buffer[8192];
    const ssize_t size = recv(socket, buffer, sizeof buffer, 0);
    if (size < 0) return errno == EAGAIN || errno == EINTR;
    if (size == 0) return false;
    if (connection.state == Connection::State::draining) return true;
    // The time for a request begins with its first byte; until then the connection is idle.
    if (connection.in.empty()) connection.deadline = Clock::now() + limits_.timeout;
    connection.in.append(buffer, static_cast<std::size_t>(size));
    take_request(socket, connection);
    return true;
  }

  void take_request(int socket, Connection& connection) {
    const std::size_t end = connection.in.find(head_end);
    if (connection.in.find("\r\n") > limits_.head / 2 && connection.in.size() > limits_.head / 2)
      return refuse(connection, 414);
    if (end == std::string::npos ? connection.in.size() > limits_.head : end + head_end.size() > limits_.head)
      return refuse(connection, 431);
    if (end == std::string::npos) return;
    const std::string_view head = std::string_view(connection.in).substr(0, end + head_end.size());
    if (connection.needed == 0) connection.needed = head.size() + handlers_.body_of(head);
    if (connection.in.size() < connection.needed) return;
    const Lane lane = handlers_.lane_of(head);
    if (workers_.queued(lane) >= limits_.queue) return refuse(connection, 503);
    std::string request = connection.in.substr(0, std::exchange(connection.needed, 0));
    connection.in.erase(0, request.size());
    connection.hung_up = false;
    connection.state = Connection::State::waiting;
    connection.deadline = Clock::now() + limits_.timeout;
    connection.close = ++connection.requests >= max_requests_of_connection;
    workers_.give({socket, std::move(request), connection.close, lane});
  }

  void refuse(Connection& connection, int status) {
    connection.out = handlers_.refusal(status);
    connection.sent = 0;
    connection.in.clear();
    connection.close = true;
    begin_sending(connection);
  }

  void begin_sending(Connection& connection) {
    connection.state = Connection::State::sending;
    connection.deadline = Clock::now() + limits_.timeout;
  }

  void finish(Done& done) {
    Connection& connection = open_.at(done.socket);  // a waiting one is never dropped
    connection.out = std::move(done.answer.bytes);
    connection.sent = 0;
    connection.close = connection.close || done.answer.close || ending_;
    begin_sending(connection);
    if (!send_some(*open_.find(done.socket))) return drop(open_.find(done.socket));
    if (connection.state == Connection::State::sending) make_room_for_answer_of(done.socket);
  }

  bool send_some(Open::value_type& entry) {
    auto& [socket, connection] = entry;
    while (connection.sent < connection.out.size()) {
      const ssize_t size =
          send(socket, connection.out.data() + connection.sent, connection.out.size() - connection.sent, MSG_NOSIGNAL);
      if (size < 0) return errno == EAGAIN || errno == EINTR;
      connection.sent += static_cast<std::size_t>(size);
    }
    connection.out = {};
    if (connection.close) {
      shutdown(socket, SHUT_WR);
      connection.state = Connection::State::draining;
      connection.deadline = Clock::now() + linger;
    } else {
      connection.state = Connection::State::reading;
      connection.deadline = Clock::now() + limits_.timeout;
      take_request(socket, connection);
    }
    return true;
  }

  void drop_late() {
    const auto now = Clock::now();
    for (auto it = open_.begin(); it != open_.end();) {
      const auto next = std::next(it);
      Connection& connection = it->second;
      if (connection.state == Connection::State::waiting) {
        if (connection.deadline < now && workers_.take_back(it->first)) refuse(connection, 503);
      } else if (connection.deadline < now) {
        if (connection.state == Connection::State::reading && !connection.in.empty()) {
          refuse(connection, 408);
        } else {
          drop(it);
        }
      }
      it = next;
    }
  }

  void drop(Open::iterator connection) {
    close(connection->first);
    open_.erase(connection);
    handlers_.count(open_.size());
  }

  const int listener_;
  const ConnectionLimits limits_;
  const std::size_t sockets_;
  const ConnectionHandlers handlers_;
  Open open_;
  Clock::time_point rested_;  // accept no connection until then
  bool ending_ = false;
  Workers workers_;
};

std::string address(const std::string& host, int port) {
  return (host.find(':') == std::string::npos ? host : "[" + host + "]") + ":" + std::to_string(port);
}

}  // namespace

Result<Connections> Connections::listen(const std::string& host, int port) {
  const auto failed = [&](const std::string& why) {
    return Error{"listen", "cannot listen on " + address(host, port) + ": " + why +
                               "; choose another with --host and --port, or serve.host and serve.port"};
  };
  addrinfo hints{}, *found = nullptr;
  hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV;
  hints.ai_socktype = SOCK_STREAM;
  if (const int error = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found); error != 0)
    return failed(gai_strerror(error));
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> list(found, freeaddrinfo);
  std::string why = "no address";
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    Connections listening(socket(at->ai_family, at->ai_socktype | SOCK_NONBLOCK | SOCK_CLOEXEC, at->ai_protocol));
    constexpr int on = 1;
    if (listening.listener_ >= 0 && setsockopt(listening.listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        bind(listening.listener_, at->ai_addr, at->ai_addrlen) == 0 && ::listen(listening.listener_, 128) == 0)
      return listening;
    why = std::strerror(errno);
  }
  return failed(why);
}

Connections::Connections(Connections&& other) noexcept : listener_(std::exchange(other.listener_, -1)) {}

Connections& Connections::operator=(Connections&& other) noexcept {
  std::swap(listener_, other.listener_);
  return *this;
}

Connections::~Connections() {
  if (listener_ >= 0) close(listener_);
}

int Connections::port() const {
  sockaddr_storage bound{};
  socklen_t size = sizeof bound;
  if (getsockname(listener_, reinterpret_cast<sockaddr*>(&bound), &size) != 0) return 0;
  return ntohs(bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6&>(bound).sin6_port
                                           : reinterpret_cast<sockaddr_in&>(bound).sin_port);
}

bool Connections::run(const ConnectionLimits& limits, const ConnectionHandlers& handlers,
                      const std::atomic<bool>& stop) {
  return Loop(listener_, limits, handlers).run(stop);
}

}  // namespace pith::http
