// What a program on the server says about itself: "Notice: Undefined index in /srv/page.php on line 12", or how many
// seconds and queries the page took.
#pragma once

#include "core/dom/document.h"
#include "core/dom/node_set.h"

namespace pith {

// The nodes of such messages as PHP and phpBB print them into a page, each from its <b>Notice</b> to the end of its
// line, and of the toolbars for developers that frameworks and content systems put below their pages. A page about such
// messages has them in <code> or as plain text. O(nodes).
NodeSet find_server_messages(const Document& page);

}  // namespace pith
