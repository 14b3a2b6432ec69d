#include "config/host_pattern.h"

#include <algorithm>

#include "config/detail/glob.h"
#include "core/text/ascii.h"
#include "core/text/url.h"

namespace pith::config {

namespace {

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
  if (text.find(':') != text.npos && !(text.starts_with('[') && text.ends_with(']')))
    return error("not a host pattern; a port is not allowed here");
  std::string_view wildcard, name = text;
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
  return std::string(wildcard) + result;
}

bool host_matches(std::string_view pattern, std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string name = lower_ascii(host);
  return glob_matches(pattern, name) || (pattern.starts_with("*.") && glob_matches(pattern.substr(2), name));
}

}  // namespace pith::config
