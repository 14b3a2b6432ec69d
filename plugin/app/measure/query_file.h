// The user's own queries, with the pages that ought to be found.
//
//   # comment
//   virtual host<TAB>https://example.org/vhosts https://example.org/sni
//   virtual host<TAB>https://example.org/ports<TAB>1
//
// The third column is the grade of the line's pages, 1 to 10, 1 without it: nDCG counts a page of grade 2 threefold,
// one of grade 3 sevenfold. Lines of the same query are taken together.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "plugin/app/measure/test_query.h"

namespace pith::measure {

// In the order of the file, URLs normalised. Error code query_file names the file, the line, what was expected and what
// stands there; also where there is no query, where one page has two grades, and where a query is none
// (indexer_adapter/query_syntax.h): better told now than when two indexes have been built.
Result<std::vector<TestQuery>> parse_query_file(std::string_view text, const std::string& file);

}  // namespace pith::measure
