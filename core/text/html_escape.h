// Text inside HTML.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// Appends the text so that HTML shows it unchanged, in text and in quoted attributes: `&<>"'` as references; control
// characters, which HTML does not allow, as spaces, except tab and line ends.
void append_escaped(std::string& out, std::string_view text);

}  // namespace pith
