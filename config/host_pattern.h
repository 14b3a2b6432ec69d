// The host patterns of `sites:`.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace pith::config {

// The pattern in the form that host_matches takes: lower case, international names in ASCII. A pattern is a host name
// or address in which each * stands for any characters. Errors (code "host_pattern") say what is wrong with it, and for
// a URL which host was meant.
Result<std::string> parse_host_pattern(std::string_view text);

// Whether the whole host, in any case and with or without a final dot, matches. "*.example.org" matches example.org
// too;
// "*" matches everything. O(pattern × host) at worst.
bool host_matches(std::string_view pattern, std::string_view host);

}  // namespace pith::config
