// Text that no reader of the page can ever see.
#pragma once

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// The subtrees that the attribute `hidden` or a style `display:none` hides, on a page without anything that could show
// them: it has no script, no handler (onclick), and no control (a button, role=tab, a checkbox, aria-controls). On
// other pages it is not known what a click shows, so nothing is in the set. It also leaves out
// - what a link of the page leads to,
// - what only aria-hidden marks: everybody sees that, except who has the page read out,
// - hidden="until-found", which a browser's search opens.
// Linear in the page.
NodeSet unseen_text(const Document& page);

}  // namespace pith
