// The description by which a browser offers to search this server (OpenSearch 1.1).
#pragma once

#include <string>

namespace pith::http {

// `page`: the address of the search page, absolute, with its last "/".
std::string opensearch_description(const std::string& page);

}  // namespace pith::http
