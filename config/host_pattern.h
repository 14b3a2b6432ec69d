// The host patterns of `sites:`.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/text/url.h"

namespace pith::config {

// The pattern in the form that host_matches expects: lower case, international names in ASCII. A pattern is a host name
// or address in which each * matches any characters, perhaps with a port. Errors (code "host_pattern") say what is
// wrong; if the text is a URL, they suggest its host.
Result<std::string> parse_host_pattern(std::string_view text);

// Whether the whole host matches, in any case and with or without a final dot. "*.example.org" also matches
// example.org; "*" matches everything. A pattern without a port matches all of a host's ports. Worst case
// O(pattern × host).
bool host_matches(std::string_view pattern, std::string_view host);

// "example.org", "127.0.0.1:8802": a port that is the scheme's default is left out.
std::string host_with_port(const Url& url);

}  // namespace pith::config
