// Turns an HTTP response, as kept in archives, into a captured page.
#pragma once

#include <string>

#include "crawler_adapter/page/captured_page.h"
#include "crawler_adapter/page/content_decoding.h"
#include "crawler_adapter/page/http_message.h"

namespace pith::crawl {

struct ResponsePage {
  CapturedPage page;     // everything except `fetched`
  bool complete = true;  // false: the body is cut or damaged, and the page has the part before
};

// Reads status, Location, type, charset and validators from the head, and decodes the body's transfer and content
// encodings. Status 206 becomes 200 if the range is the whole page. Errors: "not_html" (nothing to index, nothing is
// unpacked), "partial" (206 with a part of a page, which must not be stored as the page), "too_large",
// "decompression_ratio", "unknown_encoding".
Result<ResponsePage> page_of_response(const std::string& url, int status, const HttpFields& fields, std::string body,
                                      const DecodingBounds& bounds);

}  // namespace pith::crawl
