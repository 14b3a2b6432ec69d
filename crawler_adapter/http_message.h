// The head of an HTTP response, and the framing of its body, out of bytes that anybody may have written.
//
// Pure functions, linear in their input, thread-safe. They are as tolerant as browsers are: lines may end with LF
// alone, the version may be any, lines without a colon are passed over, folded lines belong to the one before, interim
// responses (100 Continue) are passed over.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace pith::crawl {

// In order of their appearance, names in lower case, values trimmed; control characters have become spaces.
struct HttpFields {
  std::vector<std::pair<std::string, std::string>> fields;

  void add(std::string_view name, std::string_view value);
  // The first one of this name (in lower case); empty if there is none.
  const std::string& get(std::string_view name) const;
  // All of this name, joined by ", " (RFC 9110 §5.3).
  std::string all(std::string_view name) const;
};

inline constexpr std::size_t max_head_bytes = 256 << 10;
inline constexpr std::size_t max_head_fields = 1000;

// How many bytes the head at the beginning of `bytes` has, with the empty line that ends it; nullopt if no such line
// stands in the first max_head_bytes.
std::optional<std::size_t> head_size(std::string_view bytes);

// Lines of "name: value". Fields beyond max_head_fields are left out.
HttpFields parse_fields(std::string_view lines);

struct HttpHead {
  int status = 0;
  HttpFields fields;
  std::size_t size = 0;  // bytes up to the body
};

// A head without an empty line at its end is one if the bytes end with it. Errors: "bad_http" for what begins with no
// status line, or has a head of over max_head_bytes.
Result<HttpHead> parse_http_head(std::string_view bytes);

// "text/html; charset=UTF-8" → "text/html", "UTF-8". The charset without quotes; empty if there is none.
struct ContentType {
  std::string type, charset;
};
ContentType split_content_type(std::string_view value);

// What came out of a framing or an encoding; `complete` is false if it ended early or is damaged: then the bytes are
// what stands before that.
struct Unpacked {
  std::string bytes;
  bool complete = true;
};

// The body of "Transfer-Encoding: chunked". Bytes that do not begin with a chunk come back as they are: many programs
// keep the header of a body that they have unpacked. A body that ends between two chunks counts as complete: servers
// that close early are common.
Unpacked dechunk(std::string_view bytes);

}  // namespace pith::crawl
