#include "core/page/feed.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace pith {
namespace {

// The first element that is in the source. Crawlers put their own <meta> before what they saved as HTML.
NodeId source_root(const Document& page) {
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_element() && page[n].line > 0 && page[n].tag != Tag::meta) return n;
  return no_node;
}

// The roots of formats whose text is itself HTML.
constexpr std::array<std::string_view, 6> feed_roots = {"rss", "feed", "rdf:rdf", "urlset", "sitemapindex", "opml"};

}  // namespace

bool is_feed(const Document& page) {
  const NodeId root = source_root(page);
  if (root == no_node || page[root].tag != Tag::unknown) return false;
  const std::string_view name = page.tag_name(root);
  if (std::ranges::find(feed_roots, name) != feed_roots.end()) return true;
  if (name.find('-') != std::string_view::npos) return false;  // a custom element of HTML
  int unknown = 0, known = 0;
  for (NodeId n = root; n < page.size(); ++n)
    if (page[n].is_element()) ++(page[n].tag == Tag::unknown ? unknown : known);
  return unknown > known;
}

}  // namespace pith
