// Pages whose text only scripts make.
#pragma once

#include <cstdint>

#include "core/dom/document.h"

namespace pith {

// Whether the page is the shell of an application: it has scripts, but no more than a notice such as "Loading …" to
// read: at most five words, none in a heading, a paragraph, a list, a table or a link. `words` is the number of its
// visible words. Pure, O(nodes).
bool is_script_shell(const Document& page, std::uint32_t words);

}  // namespace pith
