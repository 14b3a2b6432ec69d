// Sockets: accepts connections, reads whole requests, has them answered, sends the answers.
//
// One thread does all reading and sending and waits for nobody; workers only see whole requests. A client that is slow,
// silent, or does not read its answer costs one socket until its time is up, and no worker. Why not cpp-httplib's own
// loop: there, a connection holds a thread from its first byte to its last, and one byte every few seconds keeps it
// alive forever.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "plugin/serve/answer.h"
#include "plugin/serve/lane.h"

namespace pith::http {

struct ConnectionLimits {
  std::size_t threads = 4;
  // At once, or as many as the process may have files; beyond, the one that has been silent longest is closed.
  std::size_t connections = 256;
  // Requests of a lane that wait for a worker; beyond, 503. A request whose client hangs up while it waits is dropped.
  std::size_t queue = 64;
  // Bytes of a request's head; beyond, 431, and 414 for a first line of more than half of it.
  std::size_t head = 16 << 10;
  // Bytes of unread answers; beyond, the connection that has taken longest to read its own is closed. A single answer
  // may be longer.
  std::size_t answers = 64 << 20;
  // For a request to arrive, for it to wait for a worker (beyond, 503), and for its answer to be read.
  std::chrono::milliseconds timeout = std::chrono::seconds(10);
};

inline constexpr unsigned max_requests_of_connection = 100;

struct ConnectionHandlers {
  // The answer to a request: its head including the empty line, and its body. Thread-safe. With `last`, the connection
  // is closed after it.
  std::function<Answer(std::string_view request, bool last)> answer;
  // The next two are called on the thread that must not block. How many bytes follow a head as its request's body.
  std::function<std::size_t(std::string_view head)> body_of = [](std::string_view) { return std::size_t{0}; };
  std::function<Lane(std::string_view request)> lane_of = [](std::string_view) { return Lane::cheap; };
  // The whole response with status 408, 414, 431 or 503, before there is a request to answer.
  std::function<std::string(int status)> refusal;
  std::function<void(std::size_t)> count;  // gets the number of open connections when it changes
  std::function<void()> closed;            // called for each connection closed to make room
  // Called a few times a second, unless every thread has been answering one request for a minute; may be empty.
  std::function<void()> alive = {};
};

class Connections {
 public:
  // Starts listening; port 0: any free one. `host`: a name or an address. Error code "listen".
  static Result<Connections> listen(const std::string& host, int port);

  Connections(Connections&&) noexcept;
  Connections& operator=(Connections&&) noexcept;
  ~Connections();

  int port() const;

  // Serves until `stop`, checked five times a second. Requests that have arrived by then have half a second to be
  // answered, and their answers to be read. False if a worker was not done: it continues, on copies of `handlers`,
  // until the process ends, which should be at once.
  bool run(const ConnectionLimits& limits, const ConnectionHandlers& handlers, const std::atomic<bool>& stop);

 private:
  explicit Connections(int listener) : listener_(listener) {}
  int listener_ = -1;
};

}  // namespace pith::http
