// The line of a site's template that answers a query: "Organisation number: 212000-1157".
//
// A label and what it stands for may be separate lines. So the answer is the fewest lines in a row, three at most, that
// have all words. Menus have words, too, but answer nothing. So something else in these lines must have a digit or "@":
// a number, a time, an address. Or the words themselves are a number of five digits: whose it is, one wants to know. A
// label alone brings the line after it, if that has one.
#pragma once

#include <string_view>
#include <vector>

#include "indexer_adapter/hits/detail/snippet.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

// The shortest answer; empty if no line answers, or without patterns. Looks at the first 100,000 code points and 2,000
// lines, and not at answers over 400 code points. Linear in the text. Throws TimeIsUp.
std::vector<Piece> answering_line(std::wstring_view text, const std::vector<SnippetPattern>& patterns, Stemmer* stemmer,
                                  const Deadline& deadline);

}  // namespace pith::index
