// Parses the head of an HTTP response and the framing of its body, from untrusted bytes.
//
// Pure functions, linear in their input, thread-safe. They are as tolerant as browsers: lines may end with LF alone,
// any version is accepted, lines without a colon are skipped, folded lines belong to the line before, interim responses
// (100 Continue) are skipped.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace pith::crawl {

// In their original order, names in lower case, values trimmed, control characters replaced by spaces.
struct HttpFields {
  std::vector<std::pair<std::string, std::string>> fields;

  void add(std::string_view name, std::string_view value);
  // The first value with this name (in lower case); empty if there is no such field.
  const std::string& get(std::string_view name) const;
  // All values with this name, joined by ", " (RFC 9110 §5.3).
  std::string all(std::string_view name) const;
};

inline constexpr std::size_t max_head_bytes = 256 << 10;
inline constexpr std::size_t max_head_fields = 1000;

// The size of the head at the beginning of `bytes`, including the empty line that ends it; nullopt if the first
// max_head_bytes have no such line.
std::optional<std::size_t> head_size(std::string_view bytes);

// Lines of "name: value". Fields beyond max_head_fields are ignored.
HttpFields parse_fields(std::string_view lines);

struct HttpHead {
  int status = 0;
  HttpFields fields;
  std::size_t size = 0;  // bytes up to the body
};

// The empty line at the end of the head may be missing if the bytes end there. Errors: "bad_http" if the bytes do not
// begin with a status line, or if the head is over max_head_bytes.
Result<HttpHead> parse_http_head(std::string_view bytes);

// "text/html; charset=UTF-8" → "text/html", "UTF-8". The charset is without quotes; empty if absent. Of a header that came
// several times, joined by commas, the last type counts, as in browsers (WHATWG Fetch, "extract a MIME type"): what has no
// "/" is none, and one that only repeats the type before it keeps that one's charset.
struct ContentType {
  std::string type, charset;
};
ContentType split_content_type(std::string_view value);

// The result of removing a framing or an encoding. `complete` is false if the input ended early or is damaged; then
// `bytes` has what came before.
struct Unpacked {
  std::string bytes;
  bool complete = true;
};

// The body of "Transfer-Encoding: chunked". Bytes that do not begin with a chunk are returned unchanged: many programs
// keep the header of a body that they have unpacked. Without the last chunk it is not complete.
Unpacked dechunk(std::string_view bytes);

}  // namespace pith::crawl
