// A page rebuilt from what the index stores: without cache or extraction.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/documents/stored_page.h"

namespace pith::pipeline {

inline constexpr std::array<std::string_view, 4> view_formats = {"text", "markdown", "html", "json"};

// The page in one of the formats:
//   text      the content, one line per block
//   html      cleaned HTML (core/render/render.h): safe to show
//   markdown  made from that, below the title (with_title), or if `with_metadata`, below title, URL, author and so on
//             as YAML (front_matter.h)
//   json      all stored fields, with `structure` as JSON; null where it is damaged
// Text that must not be shown is not stored, so it is in none of them. Errors: not_stored if index.fields leaves out
// what the format needs; too_large if it has more than `max_bytes`, of which not many more are made; those of
// parse_written.
Result<std::string> stored_view(const index::StoredPage& page, std::string_view format, bool with_metadata = false,
                                std::size_t max_bytes = std::numeric_limits<std::size_t>::max());

}  // namespace pith::pipeline
