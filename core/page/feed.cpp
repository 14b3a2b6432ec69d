#include "core/page/feed.h"

#include <string_view>

namespace pith {
namespace {

// The first element that is in the source. Crawlers put their own <meta> before what they saved as HTML.
NodeId source_root(const Document& page) {
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_element() && page[n].line > 0 && page[n].tag != Tag::meta) return n;
  return no_node;
}

}  // namespace

bool is_feed(const Document& page) {
  const NodeId root = source_root(page);
  if (root == no_node || page[root].tag != Tag::unknown) return false;
  return page.tag_name(root).find('-') == std::string_view::npos;  // a custom element of HTML has a hyphen
}

}  // namespace pith
