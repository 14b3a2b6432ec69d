#include "crawler_adapter/page/http_page.h"

#include <charconv>
#include <cstdint>
#include <system_error>
#include <utility>

#include "core/text/ascii.h"
#include "crawler_adapter/page/crawl_errors.h"
#include "crawler_adapter/page/robots_header.h"

namespace pith::crawl {
namespace {

// "bytes 0-(n-1)/n" (RFC 9110 §14.4): a range that covers everything.
bool is_whole_range(std::string_view content_range) {
  constexpr std::string_view begin = "bytes 0-";
  if (!content_range.starts_with(begin)) return false;
  const char* const end = content_range.data() + content_range.size();
  std::uint64_t last = 0, size = 0;
  const auto after_last = std::from_chars(content_range.data() + begin.size(), end, last);
  if (after_last.ec != std::errc() || after_last.ptr == end || *after_last.ptr != '/') return false;
  const auto after_size = std::from_chars(after_last.ptr + 1, end, size);
  return after_size.ec == std::errc() && after_size.ptr == end && size > 0 && last == size - 1;
}

}  // namespace

Result<ResponsePage> page_of_response(const std::string& url, int status, const HttpFields& fields, std::string body,
                                      const DecodingBounds& bounds) {
  ResponsePage out;
  CapturedPage& page = out.page;
  ContentType type = split_content_type(fields.all("content-type"));
  page.url = url;
  page.status = status;
  page.content_type = std::move(type.type);
  page.charset = std::move(type.charset);
  if (!is_page_transfer(url, status, page.content_type))
    return Error{code::not_html, url + ": " + (page.content_type.empty() ? "no page" : page.content_type)};
  if (status == 206) {
    const std::string& range = fields.get("content-range");
    if (!is_whole_range(range))
      return Error{code::partial, url + ": a part of the page (" + (range.empty() ? "no Content-Range" : range) + ")"};
    page.status = 200;
  }
  page.redirect_to = fields.get("location");
  page.etag = fields.get("etag");
  page.last_modified = fields.get("last-modified");
  std::string robots;
  for (const auto& [name, value] : fields.fields)
    if (name == "x-robots-tag") add_robots_value(robots, value);
  if (status != 304 || !robots.empty()) page.robots = std::move(robots);

  if (lower_ascii(fields.all("transfer-encoding")).find("chunked") != std::string::npos) {
    Unpacked unpacked = dechunk(body);
    body = std::move(unpacked.bytes);
    out.complete = unpacked.complete;
  }
  auto decoded = decode_content(std::move(body), fields.all("content-encoding"), bounds);
  if (!decoded) return error_at(url, decoded.error());
  if (decoded->bytes.size() > bounds.max_bytes)
    return Error{code::too_large,
                 url + ": larger than " + std::to_string(bounds.max_bytes) + " bytes (cache.page_max_bytes)"};
  page.body = std::move(decoded->bytes);
  out.complete = out.complete && decoded->complete;
  return out;
}

}  // namespace pith::crawl
