// Which text is a page's own and which its site's template, for extractors that do not tell (Extractor::own_text).
#pragma once

#include <span>
#include <vector>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/dom/text_runs.h"

namespace pith {

// The text nodes of the runs that are the page's own. `repeated`: repeated_runs of the same runs. What siblings repeat
// is the template's, all other text the page's. If they repeat nothing, as without siblings, the elements say it: text
// in a <nav>, <header>, <footer>, <aside> or <form>, or in an element with the role navigation, banner, contentinfo,
// complementary or search, is the template's; a header or footer in an <article> or <main> is the page's. O(nodes).
NodeSet own_text(const Document& page, std::span<const TextRun> runs, const std::vector<bool>& repeated);

}  // namespace pith
