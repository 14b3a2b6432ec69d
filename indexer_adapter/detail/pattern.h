// Words with wildcards, as in a query's tree.
#pragma once

#include <string_view>

namespace pith::index {

// Whether a word fits a pattern with QueryNode's wildcards.
bool fits_pattern(std::wstring_view word, std::wstring_view pattern);

}  // namespace pith::index
