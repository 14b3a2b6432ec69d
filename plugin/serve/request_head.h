// The head of a request, before cpp-httplib sees it.
//
// cpp-httplib ignores lines that are not header fields, fields without a value, and spaces in names. A proxy in front
// of the server may read the same bytes differently, and take for a body what is a second request here. So anything
// that RFC 9112 forbids is rejected, and its connection closed. cpp-httplib also splits parameters at their last "="
// and stops at a second "?": both are encoded in values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pith::http {

inline constexpr std::string_view head_end = "\r\n\r\n";

struct RequestHead {
  // The request without fields that cpp-httplib need not see, its query encoded so that cpp-httplib reads it
  // correctly. Of a target in absolute form (http://host/path), the path, and its host in the field Host.
  std::string bytes;
  bool close = false;     // the client wants the connection to end with the answer
  bool has_body = false;  // the request has a body, of any length
  std::size_t body = 0;   // its bytes; 0: they are not told by a Content-Length
};

// `request` ends with its first empty line. nullopt if it violates RFC 9112, sections 3 and 5: line ends other than CR
// LF, control characters, more or fewer than three parts in the first line, a target in absolute form without a host or
// with a user, folded lines, names that are not tokens or have spaces before the colon, and a body's length or transfer
// coding that is empty or percent-encoded (which cpp-httplib would overlook, or decode).
std::optional<RequestHead> read_head(std::string_view request);

}  // namespace pith::http
