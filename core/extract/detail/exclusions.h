// What a site's configuration keeps out of the content, whatever an extractor chooses.
#pragma once

#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/extract_page.h"

namespace pith {

struct Exclusion {
  NodeId node;           // with its subtree
  std::string_view key;  // of the configuration: "extract.exclude", "extract.keep_tables", ...
};

// O(nodes × compounds of the selectors).
std::vector<Exclusion> exclusions(const Document& page, const ExtractOptions& options);

}  // namespace pith
