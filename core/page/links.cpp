#include "core/page/links.h"

namespace pith {
namespace {

// For all targets together: a page can repeat a long <base href> in every short link.
constexpr std::size_t max_link_bytes = 16 << 20;

}  // namespace

Url base_of(const Document& document, const Url& page) {
  for (NodeId n = document.find(Tag::base); n != no_node; n = document.find(Tag::base, n + 1))
    if (document.has_attribute(n, "href")) return resolve(page, document.attribute(n, "href")).value_or(page);
  return page;
}

std::vector<Link> links_of(const Document& document, const Url& page) {
  const Url base = base_of(document, page);
  std::vector<Link> links;
  std::size_t budget = max_link_bytes;
  for (NodeId n = 0; n < document.size(); ++n) {
    if (document[n].tag != Tag::a || !document.has_attribute(n, "href")) continue;
    auto target = resolve(base, document.attribute(n, "href"));
    if (!target) continue;
    const std::size_t size = 64 + target->path.size() + (target->query ? target->query->size() : 0);
    if (size > budget) break;
    budget -= size;
    links.push_back({n, *std::move(target)});
  }
  return links;
}

}  // namespace pith
