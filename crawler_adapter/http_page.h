// From an HTTP response, as archives keep it, to a captured page.
#pragma once

#include <string>

#include "crawler_adapter/captured_page.h"
#include "crawler_adapter/content_decoding.h"
#include "crawler_adapter/http_message.h"

namespace pith::crawl {

struct ResponsePage {
  CapturedPage page;     // all but `fetched`
  bool complete = true;  // false: the body is cut short or damaged, and the page has what stands before that
};

// Takes status, Location, type, charset and validators from the head, and undoes transfer and content encodings of the
// body. Status 206 is 200 where the range is all of the page. Errors: "not_html" (nothing to index: nothing is
// unpacked), "partial" (206 with a part of a page, which must not pass for the page), "too_large",
// "decompression_ratio", "unknown_encoding".
Result<ResponsePage> page_of_response(const std::string& url, int status, const HttpFields& fields, std::string body,
                                      const DecodingBounds& bounds);

}  // namespace pith::crawl
