// What a crawl knows about a page, apart from its content.
#pragma once

#include <cstddef>
#include <string>

namespace pith::index {

struct PageRecord {
  std::string url;      // normalised (core/text/url.h), 1 to max_url_bytes bytes: the key
  std::string site;     // "example.org", in lower case
  std::string fetched;  // ISO 8601, "2024-05-31T10:00:00Z"; empty: unknown
  std::string digest;   // of the bytes, in hexadecimal; empty: unknown
};

}  // namespace pith::index
