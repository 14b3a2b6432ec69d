// Sockets: takes connections, reads whole requests, has them answered, sends the answers.
//
// One thread does all reading and sending and waits for nobody; the workers see whole requests only. A client that is
// slow, silent, or does not take its answer costs one socket until its time is up, and no worker. Why not cpp-httplib's
// own loop: there a connection holds a thread from its first byte to its last, and a byte every few seconds keeps it
// alive for ever.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "plugin/app/http/answer.h"

namespace pith::http {

struct ConnectionLimits {
  std::size_t threads = 4;
  std::size_t connections = 256;  // at once, or as many as the process may have files; beyond, the one that has been
                                  // silent the longest is closed
  std::size_t queue = 64;         // requests that wait for a worker, and as many expensive ones; beyond, 503
  std::size_t head = 16 << 10;    // bytes of a request's; beyond, 431, and for a first line of more than half of it 414
  std::size_t answers = 64 << 20;  // bytes of those that are being taken; beyond, the connection that has taken the
                                   // longest over its own is closed. One answer alone may be longer
  std::chrono::milliseconds timeout =
      std::chrono::seconds(10);  // for a request to arrive, and for its answer to be taken
};

inline constexpr unsigned max_requests_of_connection = 100;

struct ConnectionHandlers {
  // The answer to a request, its head up to and with the empty line. Called by several threads at once. With `last` the
  // connection is closed after it.
  std::function<Answer(std::string_view request, bool last)> answer;
  // Whether answering may take much longer than most requests do: of these, half of the threads is kept free. Called by
  // the thread that waits for nobody.
  std::function<bool(std::string_view request)> is_expensive = [](std::string_view) { return false; };
  // The whole response of status 408, 414, 431 or 503, before there is a request to answer.
  std::function<std::string(int status)> refusal;
  std::function<void(std::size_t)> count;  // told the number of open connections when it changes
  std::function<void()> closed;            // told of each that was closed to make room
};

class Connections {
 public:
  // Listens at once; port 0: any free one. `host`: a name or an address. Error code "listen".
  static Result<Connections> listen(const std::string& host, int port);

  Connections(Connections&&) noexcept;
  Connections& operator=(Connections&&) noexcept;
  ~Connections();

  int port() const;

  // Serves until `stop`, looked at five times a second. Requests that have arrived by then have half a second to be
  // answered, and their answers to be taken; false if a worker was not done: it runs on, on copies of `handlers`, until
  // the process ends, which should be at once.
  bool run(const ConnectionLimits& limits, const ConnectionHandlers& handlers, const std::atomic<bool>& stop);

 private:
  explicit Connections(int listener) : listener_(listener) {}
  int listener_ = -1;
};

}  // namespace pith::http
