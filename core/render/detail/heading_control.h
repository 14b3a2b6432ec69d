// Controls of a page inside a heading: "hide", "[edit]", "Show all".
#pragma once

#include "core/dom/document.h"

namespace pith {

// Whether n is such a control, by what it is and not by its name or class: a button (also by role=button, aria-controls
// or aria-expanded), a link to "#" or to a script, or links in brackets. It is short, and the heading has at least as
// many letters without its controls: a heading that is a button as a whole (an accordion's) is none. O(heading).
bool is_heading_control(const Document& document, NodeId n);

}  // namespace pith
