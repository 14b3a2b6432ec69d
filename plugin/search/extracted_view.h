// An extracted page as JSON, the same for `pith extract` and programs.
#pragma once

#include <cstdint>
#include <string>

#include "core/extract/extracted_page.h"

namespace pith::pipeline {

enum class Members : std::uint8_t {
  all,
  metadata,  // without content, structure, html, markdown and template
};

// What `pith get` prints, under the same names, and what only an extraction knows. Valid UTF-8, on several lines.
std::string extracted_json(const ExtractedPage& page, const std::string& url, Members members = Members::all);

}  // namespace pith::pipeline
