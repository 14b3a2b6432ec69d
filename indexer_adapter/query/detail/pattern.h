// Words with wildcards, as in a query's tree.
#pragma once

#include <string_view>

namespace pith::index {

// Whether a word fits a pattern with QueryNode's wildcards.
bool fits_pattern(std::wstring_view word, std::wstring_view pattern);

// Whether the host of a URL, with its port if it has one, fits a pattern with a port, or without one. "*.example.org"
// also fits example.org, as in the configuration.
bool fits_host(std::wstring_view host, std::wstring_view pattern);

}  // namespace pith::index
