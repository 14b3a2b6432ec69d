// The elements of HTML that is safe to show and says what the text is: no scripts, forms, frames, styles or boxes.
#pragma once

#include <string_view>

#include "core/dom/tag.h"

namespace pith {

// The name under which an element is written; empty: its content stands alone.
std::string_view clean_name(Tag tag);

}  // namespace pith
