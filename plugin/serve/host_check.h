// The names under which a request may address the server: the guard against DNS rebinding, where a web page points its
// own name at this machine to read what the server tells nobody else.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::http {

class HostCheck {
 public:
  // `bound`: what the server listens on. `named` may contain "search.example.org", with any port, or
  // "search.example.org:8585".
  HostCheck(const std::string& bound, int port, std::vector<std::string> named);

  // Checks a Host header. On a loopback address: localhost, 127.0.0.1 and [::1] with the server's port, and the named
  // ones. On others: the same if any are named, else every name.
  bool allows(std::string_view host) const;

 private:
  std::vector<std::string> exact_;     // with port
  std::vector<std::string> any_port_;  // without
  bool all_ = false;
};

}  // namespace pith::http
