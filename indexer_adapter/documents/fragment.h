// The fragment of a URL that leads to a part of a page.
#pragma once

#include <string>
#include <string_view>

namespace pith::index {

// "#anchor". What a fragment cannot hold is escaped as the URL standard says, and so are "%" and "~", which would begin
// an escape or a directive.
std::string anchor_fragment(std::string_view anchor);

// "#:~:text=words" (WICG, URL Fragment Text Directives), with the first words of the first line of `text`: a browser
// looks for them, since longer runs are more often interrupted by what is not content. If they are not there, it goes
// to the `anchor`, or shows the page's top if that is empty. A line without words leads to the anchor alone; without
// one, there is no fragment.
std::string text_fragment(std::string_view anchor, std::wstring_view text);
std::string text_fragment(std::string_view anchor, std::string_view utf8);

}  // namespace pith::index
