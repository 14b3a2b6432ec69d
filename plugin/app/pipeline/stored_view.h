// A page rebuilt from what the index stores of it: no cache, no extraction.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "indexer_adapter/stored_page.h"

namespace pith::pipeline {

inline constexpr std::array<std::string_view, 4> view_formats = {"text", "markdown", "html", "json"};

// The page in one of the formats:
//   text      the content, a block a line
//   html      cleaned HTML (core/render/render.h): safe to show
//   markdown  made of that
//   json      all stored fields, `structure` as JSON in it; null where it is damaged
// What must not be shown is not stored, so it is in none of them. Error code not_stored where index.fields leaves out what
// the format needs.
Result<std::string> stored_view(const index::StoredPage& page, std::string_view format);

}  // namespace pith::pipeline
