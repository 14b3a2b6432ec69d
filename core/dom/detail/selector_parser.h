// The grammar of Selector::parse.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/dom/selector.h"

namespace pith {

// Never empty, nor is any of its alternatives.
Result<std::vector<Selector::Complex>> parse_selector(std::string_view text);

}  // namespace pith
