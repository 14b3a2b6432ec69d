// What a site's configuration keeps out of the content, whatever an extractor chooses.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/selector.h"
#include "core/extract/keep.h"

namespace pith {

struct Exclusion {
  NodeId node;           // with its subtree
  std::string_view key;  // of the configuration: "extract.exclude", "extract.keep_tables", ...
};

// What the selectors select, and what `keep` excludes. O(nodes × compounds of the selectors).
std::vector<Exclusion> exclusions(const Document& page, std::span<const Selector> exclude, const Keep& keep);

}  // namespace pith
