// One normal form of a captured page, whatever it was read from: what a frame (frames.h) of it says is the same page.
// So `pith ingest` of a source and `pith map` of its records, shuffled or not, count alike.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "crawler_adapter/page/captured_page.h"

namespace pith::ingest {

// What a frame has at most of a header: as JSON, all that it has of them fits into its head.
inline constexpr std::size_t most_field_bytes = 4 << 10;
inline constexpr double times_end = 2.54e11;  // after all that a timestamp can say: it has four digits for the year

// Of an archive. Error "bad_line": the name is empty, longer than a path can be, or has control characters.
std::optional<Error> check_file_name(std::string_view name);

// Texts become valid UTF-8 within their bounds; a charset has no quotes, and is empty if it can be the name of none; a
// status that HTTP does not have becomes 0; a time that no record has, and a place that cannot be said, unknown.
// Returns why it is not a page, by which its record is left out: "url_too_long", "not_html" (is_page_transfer); empty if
// it is one.
std::string make_normal(crawl::CapturedPage& page);

}  // namespace pith::ingest
