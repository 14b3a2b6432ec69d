// A web site as data, served on loopback.
#pragma once

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace pith::test {

struct Page {
  std::string body = {};
  std::string type = "text/html; charset=utf-8";  // Content-Type as sent
  int status = 200;
  std::string location = {};  // of redirects
  bool gzip = false;          // sent gzip-encoded if the client accepts it
  bool chunked = false;       // sent in chunks of 1,000 bytes
  std::vector<std::pair<std::string, std::string>> headers = {};
};

inline Page redirect(int status, std::string location) {
  return {.body = "<html><body>Moved</body></html>", .status = status, .location = std::move(location)};
}

// Serves its pages while the object lives. Targets are compared after undoing escapes; everything unknown is a 404.
// Thread-safe.
class Site {
 public:
  explicit Site(const std::string& address = "127.0.0.1", int port = 0);  // 0: a free one. Throws if it cannot listen
  ~Site();
  Site(const Site&) = delete;
  Site& operator=(const Site&) = delete;

  void put(const std::string& target, Page page);
  void remove(const std::string& target);

  // "http://127.0.0.1:PORT/target"; `host`: another name for the same server.
  std::string url(const std::string& target, const std::string& host = {}) const;
  // The server's answer to this target.
  std::string body(const std::string& target) const;

  // Delays every answer, so that a crawl of few pages takes a while.
  void set_delay(std::chrono::milliseconds delay);

  struct Answer {
    std::string target;
    int status = 0;
    std::string encoding;  // Content-Encoding and Transfer-Encoding as sent
  };
  // All complete answers since forget(), in order.
  std::vector<Answer> answers() const;
  void forget();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::test
