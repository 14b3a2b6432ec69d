#include "plugin/serve/request_head.h"

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>

#include "core/text/ascii.h"

namespace pith::http {
namespace {

bool is_token(std::string_view text) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return !text.empty() && std::ranges::all_of(text, [&](char c) {
    return is_alphanumeric_ascii(c) || others.find(c) != std::string_view::npos;
  });
}

bool is_control(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7F; }

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t") + 1 - begin);
}

bool lists_close(std::string_view value) {
  while (true) {
    const std::size_t comma = value.find(',');
    if (equals_ignoring_case(trimmed(value.substr(0, comma)), "close")) return true;
    if (comma == std::string_view::npos) return false;
    value.remove_prefix(comma + 1);
  }
}

bool is_request_line(std::string_view line) {
  const std::size_t first = line.find(' '), second = line.find(' ', first + 1);
  return first != std::string_view::npos && second != std::string_view::npos && is_token(line.substr(0, first)) &&
         second > first + 1 && line.find_first_of(" \t", second + 1) == std::string_view::npos &&
         line.find('\t') == std::string_view::npos;
}

// A request line whose query has no "?", and one "=" per parameter, the first. Others are encoded.
std::string with_plain_query(std::string_view line) {
  const std::size_t query = line.find('?');
  if (query == std::string_view::npos) return std::string(line);
  std::string out(line.substr(0, query + 1));
  bool in_value = false;
  for (const char c : line.substr(query + 1)) {
    if (c == '?') {
      out += "%3F";
    } else if (c == '=' && in_value) {
      out += "%3D";
    } else {
      out += c;
      in_value = c == '=' || (in_value && c != '&');
    }
  }
  return out;
}

// A request target in absolute form (RFC 9112, §3.2.2), as proxies send it: its host takes the place of the field Host.
struct AbsoluteTarget {
  std::size_t begin = 0, path = 0;  // in the request line: where it and its path begin
  std::string_view host;            // with the port
};

// nullopt: the line, which is_request_line(), has another form.
std::optional<AbsoluteTarget> absolute_target(std::string_view line) {
  AbsoluteTarget target{.begin = line.find(' ') + 1, .path = line.rfind(' '), .host = {}};
  const std::string_view text = line.substr(target.begin, target.path - target.begin);
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!equals_ignoring_case(text.substr(0, scheme.size()), scheme)) continue;
    target.host = text.substr(scheme.size());
    target.host = target.host.substr(0, target.host.find_first_of("/?#"));
    target.path = target.begin + scheme.size() + target.host.size();
    return target;
  }
  return std::nullopt;
}

// The line with the path of its target alone, and a field Host for the target's host.
std::string in_origin_form(std::string_view line, const AbsoluteTarget& target) {
  std::string out(line.substr(0, target.begin));
  if (line.substr(target.path, 1) != "/") out += '/';
  out += line.substr(target.path);
  return with_plain_query(out) + "Host: " + std::string(target.host) + "\r\n";
}

}  // namespace

std::optional<RequestHead> read_head(std::string_view request) {
  RequestHead head;
  bool first = true, has_host = false, is_framed = false;
  while (true) {
    const std::size_t end = request.find("\r\n");
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view line = request.substr(0, end), with_end = request.substr(0, end + 2);
    request.remove_prefix(end + 2);
    if (std::ranges::any_of(line, is_control)) return std::nullopt;
    if (first && !is_request_line(line)) return std::nullopt;
    if (const auto target = first ? absolute_target(line) : std::nullopt) {
      if (target->host.empty() || target->host.find('@') != std::string_view::npos) return std::nullopt;
      head.bytes = in_origin_form(with_end, *target);
      has_host = true;
      first = false;
      continue;
    }
    if (first || line.empty()) {
      head.bytes += first ? with_plain_query(with_end) : with_end;
      if (line.empty()) return head;
      first = false;
      continue;
    }
    const std::size_t colon = line.find(':');
    const std::string_view name = line.substr(0, colon);
    if (colon == std::string_view::npos || !is_token(name)) return std::nullopt;
    const std::string_view value = trimmed(line.substr(colon + 1));
    const bool frames = equals_ignoring_case(name, "content-length") || equals_ignoring_case(name, "transfer-encoding");
    if (frames && (value.empty() || value.find('%') != std::string_view::npos)) return std::nullopt;
    if (frames) {
      std::size_t length = 0;
      const auto read = std::from_chars(value.data(), value.data() + value.size(), length);
      const bool is_length = equals_ignoring_case(name, "content-length") && read.ec == std::errc() &&
                             read.ptr == value.data() + value.size();
      head.body = !std::exchange(is_framed, true) && is_length ? length : 0;
      head.has_body = head.has_body || value != "0";
    }
    if (equals_ignoring_case(name, "connection") && lists_close(value)) head.close = true;
    // Answers are small: ranges gain nothing, and cpp-httplib parses this field with a regular expression whose
    // recursion is as deep as the value is long.
    const bool replaced = has_host && equals_ignoring_case(name, "host");
    if (!replaced && !equals_ignoring_case(name, "range")) head.bytes += with_end;
  }
}

}  // namespace pith::http
