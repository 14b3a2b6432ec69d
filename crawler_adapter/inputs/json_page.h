// A captured page as one line of JSON: {"url", "status", "headers", "body" or "body_base64"}.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/inputs/input.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::ingest {

// The longest line that can be a page within these options: base64 makes 4 bytes of 3.
std::size_t max_line_bytes(const Options& options);

// A line {"end": true}: it says that its source is whole.
bool is_end_line(const std::string& line);

// `url`: of the page, once it is known. Errors, whose message is what follows "the line": "bad_line", "bad_url",
// "url_too_long", and those of page_of_record (record_json.h).
Result<crawl::CapturedPage> page_of_json(std::string_view line, const Options& options, std::string& url);

}  // namespace pith::ingest
