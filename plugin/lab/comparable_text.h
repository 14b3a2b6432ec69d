// The form in which texts are compared: what no reader sees makes no difference.
#pragma once

#include <string>
#include <string_view>

namespace pith::eval {

// Without format characters (general category Cf: soft hyphens, zero-width spaces and joiners, marks of direction), in
// NFC. Expects valid UTF-8. O(bytes).
std::string comparable_text(std::string_view utf8);

}  // namespace pith::eval
