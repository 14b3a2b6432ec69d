// The user's own queries, with the pages that they should find.
//
//   # comment
//   virtual host<TAB>https://example.org/vhosts https://example.org/sni
//   virtual host<TAB>https://example.org/ports<TAB>1
//
// The third column is the grade of the line's pages, 0 to 10, by default 1: nDCG counts a page of grade 2 threefold,
// one of grade 3 sevenfold. Grade 0 says that somebody looked at the page, and that it does not answer. Lines with the
// same query are combined.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "plugin/measure/test_query.h"

namespace pith::measure {

// In the order of the file, with normalised URLs. Error query_file names the file, the line, what was expected and what
// it found; also if there is no query, if a page has two grades, or if a query is invalid
// (indexer_adapter/query/query_syntax.h): better now than after building two indexes.
Result<std::vector<TestQuery>> parse_query_file(std::string_view text, const std::string& file);

}  // namespace pith::measure
