// Dates in a query.
#pragma once

#include <string>
#include <string_view>

namespace pith::index {

// Whether the text is a year, a month, a day, or a day with a time; or only the digits, as in the index. Pages' dates
// may be anything that begins like one (document.cpp), but a query's digits must be a prefix of the digits it finds.
bool is_query_date(std::string_view text);

// The message for another text; `asked` is the option or field that takes it.
std::string wrong_date(std::string_view asked, std::string_view text);

}  // namespace pith::index
