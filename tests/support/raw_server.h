// An HTTP server on loopback that misbehaves on demand, byte by byte. For well-behaved sites: tests/e2e/site.h.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pith::test {

// "HTTP/1.1 200 OK" with Content-Length, and these header lines ("Name: value\r\n") in between.
std::string http_answer(int status, const std::string& body,
                        const std::string& headers = "Content-Type: text/html\r\n");
std::string http_redirect(const std::string& location, int status = 301);

class RawServer {
 public:
  // A script writes to it. False: the client has hung up, or the server must stop.
  class Connection {
   public:
    virtual ~Connection() = default;
    virtual bool write(std::string_view bytes) = 0;
    virtual bool pause(std::chrono::milliseconds time) = 0;
  };
  // Answers one request and says whether the connection stays open for the next.
  enum class Then { keep, close };
  using Script = std::function<Then(Connection&)>;

  explicit RawServer(const std::string& address = "127.0.0.1");  // throws if it cannot listen there
  ~RawServer();
  RawServer(const RawServer&) = delete;
  RawServer& operator=(const RawServer&) = delete;

  // Sets the answer to this target from now on; everything else is a 404.
  void put(const std::string& target, std::string answer);
  void put(const std::string& target, Script script);

  int port() const;
  std::string url(const std::string& target, const std::string& host = {}) const;  // host: instead of the address
  int connections() const;                                                         // accepted so far
  std::vector<std::string> asked() const;                                          // targets, in order
  std::string last_head() const;  // request line and headers of the last request

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::test
