#include "core/links.h"

namespace pith {

Url base_of(const Document& document, const Url& page) {
  for (NodeId n = document.find(Tag::base); n != no_node; n = document.find(Tag::base, n + 1))
    if (document.has_attribute(n, "href")) return resolve(page, document.attribute(n, "href")).value_or(page);
  return page;
}

std::vector<Link> links_of(const Document& document, const Url& page) {
  const Url base = base_of(document, page);
  std::vector<Link> links;
  for (NodeId n = 0; n < document.size(); ++n) {
    if (document[n].tag != Tag::a || !document.has_attribute(n, "href")) continue;
    if (auto target = resolve(base, document.attribute(n, "href"))) links.push_back({n, *std::move(target)});
  }
  return links;
}

}  // namespace pith
