// What a crawler delivers for one finished transfer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace pith::crawl {

// A record in a file of records.
struct RecordPlace {
  std::string file = {};     // empty: unknown
  std::int64_t offset = -1;  // in bytes, where it begins; of a compressed file, where its member does; -1: unknown
  bool operator==(const RecordPlace&) const = default;
};

// A payload digest as it is compared: in lower case. Empty if it is longer than 150 bytes, or not printable ASCII.
std::string payload_digest_of(std::string_view text);

// Plain data, as received. The cache normalises the URLs.
struct CapturedPage {
  std::string url = {};           // absolute, of the request
  int status = 0;                 // HTTP; 0 or less: the transfer failed
  std::string redirect_to = {};   // Location, relative or absolute; empty if absent
  std::string content_type = {};  // "text/html", with or without parameters
  std::string charset = {};       // from the Content-Type header only
  std::string etag = {}, last_modified = {};
  // X-Robots-Tag (crawler_adapter/page/robots_header.h); nullopt: unknown, so the stored value stays.
  std::optional<std::string> robots = {};
  std::int64_t fetched = 0;  // seconds since 1970
  std::string body = {};     // transfer and content encodings removed, otherwise byte for byte
  RecordPlace place = {};    // not stored in the cache
  bool cut = false;          // the body is only the beginning of the page: it never replaces a longer one
  // Of the bytes as they were sent, as an archive says it; empty: unknown. Of a status 304: the page was received again
  // with the bytes that have this digest, whatever URL they came from. Not stored in the cache.
  std::string payload_digest = {};
};

// Whether pages of this content type are captured at all: HTML, XHTML, and pages without a type.
bool is_html_type(const std::string& content_type);

// For pages without a type: whether the bytes begin like a page. WHATWG MIME Sniffing §7.1, except for text that does
// not begin with an element of a page's frame. Reads 4,096 bytes.
bool looks_like_html(std::string_view bytes);

// Whether a finished transfer goes to the cache: HTML, and every answer except a success (redirects and errors show
// what became of a page), unless it is the URL of an image, a style sheet or the like. Never robots.txt.
bool is_page_transfer(const std::string& url, int status, const std::string& content_type);

}  // namespace pith::crawl
