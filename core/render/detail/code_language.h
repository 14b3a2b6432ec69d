// The programming language of a code block, as highlighters mark it.
#pragma once

#include <string_view>

#include "core/dom/document.h"

namespace pith {

// From a class (language-x, lang-x, highlight-x) of the <pre>, of the <code> in it, or of one of the two elements
// around it: letters, digits and "+#._-", at most 32. Empty if there is no such class. Valid as long as the document.
std::string_view code_language(const Document& document, NodeId pre);

}  // namespace pith
