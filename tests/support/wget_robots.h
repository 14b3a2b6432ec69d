// How libwget reads a robots.txt: a second parser to compare with Pith's. It knows fewer rules
// (crawler_adapter/fetch/detail/robots.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::test {

// The paths that libwget considers forbidden for this crawler: prefixes, in the order of the file.
std::vector<std::string> wget_forbidden_prefixes(std::string_view robots_txt, const std::string& product_token);

// Whether libwget knows as few rules as that of Debian 12; later versions know wildcards and `Allow`.
bool is_old_libwget();

}  // namespace pith::test
