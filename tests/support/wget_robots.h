// How libwget reads a robots.txt: a second parser to compare with Pith's. It knows fewer rules
// (crawler_adapter/detail/robots.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace pith::test {

// The paths that libwget considers forbidden for this crawler: prefixes, in the order of the file.
std::vector<std::string> wget_forbidden_prefixes(std::string_view robots_txt, const std::string& product_token);

}  // namespace pith::test
