// What a crawler hands over for one finished transfer.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::crawl {

// Plain data, as received. The cache normalises the URLs.
struct CapturedPage {
  std::string url = {};           // absolute, of the request
  int status = 0;                 // HTTP; 0 or less: the transfer failed
  std::string redirect_to = {};   // Location, relative or absolute; empty if none
  std::string content_type = {};  // "text/html", parameters cut off or not
  std::string charset = {};       // of the Content-Type header only
  std::string etag = {}, last_modified = {};
  // X-Robots-Tag (crawler_adapter/robots_header.h); nullopt: not known, so what was known of the page stays.
  std::optional<std::string> robots = {};
  std::int64_t fetched = 0;  // seconds since 1970
  std::string body = {};     // transfer and content encodings removed, otherwise byte for byte
  bool cut = false;          // the body is the page's beginning only: it replaces no longer one
};

// Whether a page of this content type is captured at all: HTML and XHTML, and what names no type.
bool is_html_type(const std::string& content_type);

// Where nobody tells the type: whether the bytes begin as a page does. WHATWG MIME Sniffing §7.1, but for text that
// does not begin with an element of a page's frame. Looks at 4,096 bytes.
bool looks_like_html(std::string_view bytes);

// Whether a finished transfer is handed to the cache: HTML, and every answer but a success (redirects, errors: they say
// what became of a page), unless the URL is that of an image, a style sheet or the like. Never robots.txt.
bool is_page_transfer(const std::string& url, int status, const std::string& content_type);

}  // namespace pith::crawl
