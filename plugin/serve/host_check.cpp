#include "plugin/serve/host_check.h"

#include <algorithm>

#include "core/text/ascii.h"
#include "core/text/url.h"

namespace pith::http {
namespace {

// The position of the port's colon; npos: none.
std::size_t port_colon(std::string_view host) {
  const std::size_t colon = host.rfind(':'), bracket = host.rfind(']');
  return bracket != std::string_view::npos && (colon == std::string_view::npos || colon < bracket)
             ? std::string_view::npos
             : colon;
}

}  // namespace

HostCheck::HostCheck(const std::string& bound, int port, std::vector<std::string> named)
    : all_(!is_loopback_host(bound) && named.empty()) {
  for (std::string name : {std::string("localhost"), std::string("127.0.0.1"), std::string("[::1]"),
                           bound.find(':') == std::string::npos ? bound : "[" + bound + "]"}) {
    name = lower_ascii(name);
    exact_.push_back(name + ":" + std::to_string(port));
    if (port == 80) exact_.push_back(name);
  }
  for (const std::string& name : named)
    (port_colon(name) == std::string::npos ? any_port_ : exact_).push_back(lower_ascii(name));
}

bool HostCheck::allows(std::string_view host) const {
  if (all_) return true;
  const std::string name = lower_ascii(host);
  return std::ranges::find(exact_, name) != exact_.end() ||
         std::ranges::find(any_port_, name.substr(0, port_colon(name))) != any_port_.end();
}

}  // namespace pith::http
