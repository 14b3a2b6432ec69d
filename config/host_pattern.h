// The host patterns of `sites:`.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::config {

// The pattern in the form that host_matches expects: lower case, international names in ASCII. A pattern is a host name
// or address in which each * matches any characters. Errors (code "host_pattern") say what is wrong; if the text is a
// URL, they suggest its host.
Result<std::string> parse_host_pattern(std::string_view text);

// Whether the whole host matches, in any case and with or without a final dot. "*.example.org" also matches
// example.org; "*" matches everything. Worst case O(pattern × host).
bool host_matches(std::string_view pattern, std::string_view host);

}  // namespace pith::config
