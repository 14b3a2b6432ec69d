// The head of a request, before cpp-httplib sees it.
//
// cpp-httplib passes over lines that are no header fields, over fields without a value, and over spaces in names. A
// proxy before the server may read the same bytes otherwise, and take for a body what is a second request here. So
// what RFC 9112 does not allow is refused, and its connection closed. It splits parameters at their last "=" and knows
// one "?", too: what a value holds of both is encoded for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pith::http {

struct RequestHead {
  std::string bytes;  // the request, without what is not for cpp-httplib, the query so that it is read right
  bool close =
      false;  // the connection has to end with the answer: the client wants it, or sends a body, which is not read
};

// `request` ends with its first empty line. nullopt: it is none by RFC 9112, sections 3 and 5: ends of lines other than
// CR LF, control characters, more or less than three parts in the first line, folded lines, names that are no tokens or
// have spaces before their colon, and a length or transfer coding of a body that is empty or percent-encoded (which
// cpp-httplib would not see, or decode).
std::optional<RequestHead> read_head(std::string_view request);

}  // namespace pith::http
