// Direction controls in outside text that is shown inside a line of ours (Unicode's UAX #9): U+202E and the like, which
// reorder what comes after them until they are closed.
//
// An isolate around the text, <bdi> in HTML, is not enough: a closing U+2069 in the text ends it early, an isolate that
// the text leaves open uses up its end, and paragraph separators end all of them. Linear; any bytes are fine.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// The text for use in an isolate: it closes every isolate that it opens, and no other; paragraph separators become
// spaces. Text without such characters is unchanged.
std::string closed_bidi(std::string_view text);

// For places where nothing can be put around the text: no direction controls or marks at all.
std::string without_bidi(std::string_view text);

}  // namespace pith
