// A running `pith serve`, and requests to it.
#pragma once

#include <boost/test/unit_test.hpp>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/e2e/process.h"
#include "tests/e2e/project.h"

namespace pith::test {

struct Reply {
  int status = 0;  // 0: no answer
  std::map<std::string, std::string> headers;
  std::string body;

  nlohmann::json json() const { return nlohmann::json::parse(body); }
  std::string header(const std::string& name) const;  // empty: there is none
};

// `pith serve` in a project's directory, on a free port of the loopback, while the object lives.
class Serving {
 public:
  // `wrapper`: a shell command that runs it, followed by a space.
  explicit Serving(const Project& project, std::vector<std::string> arguments = {}, const std::string& wrapper = {});

  int port() const { return port_; }
  Reply get(const std::string& target, const std::vector<std::pair<std::string, std::string>>& headers = {}) const;
  Reply request(const std::string& method, const std::string& target, const std::string& body = {}) const;
  nlohmann::json search(const std::string& query) const;  // "q=a&limit=3"; requires an answer
  // Everything received for these bytes until the server closes the connection or `wait` is over.
  std::string raw(const std::string& bytes, std::chrono::milliseconds wait = std::chrono::minutes(1)) const;
  // A socket over which these bytes were sent; the caller closes it.
  int connect(const std::string& bytes) const;

  Process& process() { return process_; }

 private:
  std::string output_;
  Process process_;
  int port_ = 0;
};

// A line of JSON lines for `pith ingest`.
std::string page_line(const std::string& url, const std::string& body, int status = 200);

}  // namespace pith::test
