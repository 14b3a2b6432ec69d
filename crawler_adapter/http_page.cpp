#include "crawler_adapter/http_page.h"

#include "core/ascii.h"
#include "crawler_adapter/robots_header.h"

namespace pith::crawl {

Result<ResponsePage> page_of_response(const std::string& url, int status, const HttpFields& fields, std::string body,
                                      const DecodingBounds& bounds) {
  ResponsePage out;
  CapturedPage& page = out.page;
  ContentType type = split_content_type(fields.get("content-type"));
  page.url = url;
  page.status = status;
  page.content_type = std::move(type.type);
  page.charset = std::move(type.charset);
  if (!is_page_transfer(url, status, page.content_type))
    return Error{"not_html", url + ": " + (page.content_type.empty() ? "no page" : page.content_type)};
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
  if (!decoded) return Error{decoded.error().code, url + ": " + decoded.error().message};
  if (decoded->bytes.size() > bounds.max_bytes)
    return Error{"too_large",
                 url + ": larger than " + std::to_string(bounds.max_bytes) + " bytes (cache.page_max_bytes)"};
  page.body = std::move(decoded->bytes);
  out.complete = out.complete && decoded->complete;
  return out;
}

}  // namespace pith::crawl
