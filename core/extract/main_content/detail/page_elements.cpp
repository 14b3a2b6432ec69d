#include "core/extract/main_content/detail/page_elements.h"

#include <string_view>

#include "core/base/keyed_hash.h"
#include "core/base/stable_hash.h"
#include "core/extract/main_content/detail/names.h"
#include "core/extract/main_content/detail/places.h"

namespace pith {
namespace {

// Elements whose classes describe the page, not a part of it.
bool is_whole(Tag tag) { return tag == Tag::html || tag == Tag::body; }

struct ClassValue {
  std::uint32_t kinds = 0;
  std::uint64_t key = 0;
};

}  // namespace

PageElements read_elements(const Document& page) {
  PageElements out;
  out.by_node.resize(page.size());
  KeyedMap<std::string_view, ClassValue> seen;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    if (!node.is_element()) continue;
    ElementInfo& e = out.by_node[n];
    e.places = places_of(node.tag);
    std::uint64_t key = 0;
    if (!is_whole(node.tag)) {
      for (const Document::Attribute& a : page.attributes(n)) {
        const std::string_view name = page.name(a);
        if (name == "class") {
          const auto [at, is_new] = seen.try_emplace(page.value(a));
          if (is_new) at->second = {kinds_of_names(page.value(a)), class_key(page.value(a))};
          e.names |= at->second.kinds;
          key = at->second.key;
        } else if (name == "id" || name == "itemprop") {
          e.names |= kinds_of_names(page.value(a));
        } else if (name == "role") {
          e.places |= places_of_role(page.value(a));
        }
      }
    }
    const std::uint64_t tag =
        node.tag == Tag::unknown ? hash_bytes(hash_seed, page.tag_name(n)) : kept_number(node.tag);
    e.own = mix(tag, key);
    // What is inside a link's target is placed as if the target were not there. XHTML's <a id="x"/>, which HTML does
    // not close, surrounds everything that follows.
    const bool target = node.tag == Tag::a && !page.has_attribute(n, "href");
    const std::uint64_t around = node.parent == no_node ? 0 : out[node.parent].path;
    e.path = node.parent == no_node ? e.own : target ? around : mix(around, e.own);
    if (node.tag == Tag::article) ++out.articles;
    if (node.tag == Tag::h1) ++out.h1s;
    if (e.places & bit(Place::main)) ++out.mains;
  }
  return out;
}

}  // namespace pith
