// A page prepared for the default extractor: its text runs and the elements around them. Sketches, summaries and
// extraction all begin with it; a caller that needs several makes it once and passes it on.
#pragma once

#include <memory>

#include "core/dom/document.h"

namespace pith {

// Immutable, and opaque outside of core.
class PageView;

// The page must outlive the view. O(nodes · log nodes + text).
std::shared_ptr<const PageView> view_page(const Document& page);

// Whether it has any text, visible or hidden.
bool has_text(const PageView& page);

}  // namespace pith
