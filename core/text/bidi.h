// Direction controls in text of somebody else's that is shown inside a line of ours (Unicode's UAX #9): U+202E and its
// kind, which reorder what comes after them until they are closed.
//
// An isolate around the text, <bdi> in HTML, is not enough: a closing U+2069 in the text ends it early, an isolate that
// the text leaves open takes its end, and what separates paragraphs ends all of them. Linear; any bytes are fine.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// The text for a place in an isolate: every isolate that it opens it closes, and no other; separators of paragraphs are
// spaces. Text without such characters stays as it is.
std::string closed_bidi(std::string_view text);

// For text that nothing can be put around: no direction controls or marks at all.
std::string without_bidi(std::string_view text);

}  // namespace pith
