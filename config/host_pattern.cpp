#include "config/host_pattern.h"

#include <algorithm>

#include "config/detail/glob.h"
#include "core/text/ascii.h"
#include "core/text/url.h"

namespace pith::config {

namespace {

struct HostAndPort {
  std::string_view host, port;  // port: empty if there is none
};

// At the last colon, unless it is in the brackets of an IPv6 address or no digits follow.
HostAndPort split(std::string_view text) {
  const std::size_t colon = text.rfind(':');
  if (colon == text.npos) return {text, {}};
  const std::string_view port = text.substr(colon + 1);
  if (port.empty() || port.size() > 5 || !std::all_of(port.begin(), port.end(), is_digit_ascii)) return {text, {}};
  return {text.substr(0, colon), port};
}

bool is_host_character(char c) {
  return is_alphanumeric_ascii(c) || std::string_view("*.-_").find(c) != std::string_view::npos;
}

}  // namespace

Result<std::string> parse_host_pattern(std::string_view text) {
  const auto error = [](std::string message) { return Error{"host_pattern", std::move(message)}; };
  if (text.empty()) return error("an empty host pattern");
  if (text.size() > 253) return error("a host pattern of more than 253 characters");
  if (text.find('/') != text.npos) {
    const auto url = parse_url(text);
    return error("not a host pattern" +
                 (url ? ", but a URL; its host is " + url->host : "; a path is not allowed here"));
  }
  const auto [host, port] = split(text);
  if (host.find(':') != host.npos && !(host.starts_with('[') && host.ends_with(']')))
    return error("not a host pattern; what follows the colon is not a port");
  if (port == "80" || port == "443") return error("80 and 443 are what http and https have anyway; leave the port out");
  std::string_view wildcard, name = host;
  if (name.starts_with("*.")) {
    wildcard = name.substr(0, 2);
    name.remove_prefix(2);
  }
  if (name.ends_with('.')) name.remove_suffix(1);
  std::string result(name);
  const bool international = std::any_of(name.begin(), name.end(), is_beyond_ascii);
  if (international || name.starts_with('[')) {
    const auto url = name.find('*') == name.npos ? parse_url("http://" + result + "/") : std::nullopt;
    if (!url) return error("not a host pattern; in an international name, * may only be the first part");
    result = url->host;
  } else {
    result = lower_ascii(result);
    if (result.empty() || !std::all_of(result.begin(), result.end(), is_host_character))
      return error("not a host pattern such as docs.example.org or \"*.example.org\"");
  }
  return std::string(wildcard) + result + (port.empty() ? "" : ":" + std::string(port));
}

bool host_matches(std::string_view pattern, std::string_view host) {
  const auto [wanted, wanted_port] = split(pattern);
  auto [name, port] = split(host);
  if (!wanted_port.empty() && port != wanted_port) return false;
  if (name.ends_with('.')) name.remove_suffix(1);
  const std::string lower = lower_ascii(name);
  return glob_matches(wanted, lower) || (wanted.starts_with("*.") && glob_matches(wanted.substr(2), lower));
}

std::string host_with_port(const Url& url) { return url.port.empty() ? url.host : url.host + ":" + url.port; }

}  // namespace pith::config
