// Text inside of HTML.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// Appends the text so that HTML shows it as it is, in text and in attributes with quotes: `&<>"'` as references,
// control characters but tab and line ends, which no HTML may hold, as spaces.
void append_escaped(std::string& out, std::string_view text);

}  // namespace pith
