#include "tests/support/raw_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

namespace pith::test {

std::string http_answer(int status, const std::string& body, const std::string& headers) {
  return "HTTP/1.1 " + std::to_string(status) + " Answer\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string http_redirect(const std::string& location, int status) {
  return http_answer(status, "moved", "Location: " + location + "\r\n");
}

struct RawServer::Impl {
  std::string address;
  int listener = -1, port = 0;
  std::atomic<int> accepted = 0;
  mutable std::mutex mutex;
  std::condition_variable ending;
  bool ended = false;
  std::map<std::string, Script> scripts;
  std::vector<std::string> asked;
  std::string last_head;
  std::set<int> open;
  std::vector<std::thread> threads;  // the first one accepts
  class Socket;

  Script script_for(const std::string& head) {
    const std::size_t begin = head.find(' ') + 1;
    const std::string target = head.substr(begin, head.find(' ', begin) - begin);
    const std::lock_guard lock(mutex);
    asked.push_back(target);
    last_head = head;
    if (const auto found = scripts.find(target); found != scripts.end()) return found->second;
    return [](Connection& connection) {
      return connection.write(http_answer(404, "not found")) ? Then::keep : Then::close;
    };
  }

  void serve(int socket);
  void accept_all() {
    while (true) {
      const int socket = accept(listener, nullptr, nullptr);
      const std::lock_guard lock(mutex);
      if (ended || socket < 0) {
        if (socket >= 0) ::close(socket);
        return;
      }
      ++accepted;
      open.insert(socket);
      threads.emplace_back([this, socket] { serve(socket); });
    }
  }
};

class RawServer::Impl::Socket : public Connection {
 public:
  Socket(Impl& server, int socket) : server_(server), socket_(socket) {}
  bool write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t sent = send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent <= 0) return false;
      bytes.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }
  bool pause(std::chrono::milliseconds time) override {
    std::unique_lock lock(server_.mutex);
    return !server_.ending.wait_for(lock, time, [&] { return server_.ended; });
  }

 private:
  Impl& server_;
  int socket_;
};

void RawServer::Impl::serve(int socket) {
  Socket connection(*this, socket);
  std::string received;
  char buffer[4096];
  while (true) {
    const std::size_t end = received.find("\r\n\r\n");
    if (end != std::string::npos) {
      const Script script = script_for(received.substr(0, end + 2));
      received.erase(0, end + 4);
      if (script(connection) == Then::close) break;
      continue;
    }
    const ssize_t count = recv(socket, buffer, sizeof buffer, 0);
    if (count <= 0) break;
    received.append(buffer, static_cast<std::size_t>(count));
  }
  const std::lock_guard lock(mutex);
  open.erase(socket);
  ::close(socket);
}

RawServer::RawServer(const std::string& address) : impl_(std::make_unique<Impl>()) {
  const bool six = address.find(':') != std::string::npos;
  impl_->address = six ? "[" + address + "]" : address;
  sockaddr_storage storage{};
  auto* const any = reinterpret_cast<sockaddr*>(&storage);
  auto* const v4 = reinterpret_cast<sockaddr_in*>(&storage);
  auto* const v6 = reinterpret_cast<sockaddr_in6*>(&storage);
  storage.ss_family = six ? AF_INET6 : AF_INET;
  inet_pton(storage.ss_family, address.c_str(), six ? static_cast<void*>(&v6->sin6_addr) : &v4->sin_addr);
  impl_->listener = socket(storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
  socklen_t size = six ? sizeof *v6 : sizeof *v4;
  if (impl_->listener < 0 || bind(impl_->listener, any, size) != 0 || listen(impl_->listener, 64) != 0 ||
      getsockname(impl_->listener, any, &size) != 0)
    throw std::runtime_error("cannot listen on " + address);
  impl_->port = ntohs(six ? v6->sin6_port : v4->sin_port);
  const std::lock_guard lock(impl_->mutex);
  impl_->threads.emplace_back([this] { impl_->accept_all(); });
}

RawServer::~RawServer() {
  {
    const std::lock_guard lock(impl_->mutex);
    impl_->ended = true;
    for (const int socket : impl_->open) shutdown(socket, SHUT_RDWR);
  }
  impl_->ending.notify_all();
  shutdown(impl_->listener, SHUT_RDWR);  // wakes accept()
  impl_->threads.front().join();         // afterwards no thread is added
  for (std::size_t i = 1; i < impl_->threads.size(); ++i) impl_->threads[i].join();
  close(impl_->listener);
}

void RawServer::put(const std::string& target, std::string answer) {
  put(target, [answer = std::move(answer)](Connection& connection) {
    return connection.write(answer) ? Then::keep : Then::close;
  });
}

void RawServer::put(const std::string& target, Script script) {
  const std::lock_guard lock(impl_->mutex);
  impl_->scripts[target] = std::move(script);
}

int RawServer::port() const { return impl_->port; }

std::string RawServer::url(const std::string& target, const std::string& host) const {
  return "http://" + (host.empty() ? impl_->address : host) + ":" + std::to_string(impl_->port) + target;
}

int RawServer::connections() const { return impl_->accepted; }

std::vector<std::string> RawServer::asked() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->asked;
}

std::string RawServer::last_head() const {
  const std::lock_guard lock(impl_->mutex);
  return impl_->last_head;
}

}  // namespace pith::test
