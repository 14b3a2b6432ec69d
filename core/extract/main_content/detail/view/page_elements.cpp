#include "core/extract/main_content/detail/view/page_elements.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/base/stable_hash.h"
#include "core/base/trim.h"
#include "core/extract/main_content/detail/view/names.h"
#include "core/extract/main_content/detail/view/places.h"

namespace pith {
namespace {

// Elements whose classes describe the page, not a part of it.
bool is_whole(Tag tag) { return tag == Tag::html || tag == Tag::body; }

struct ClassValue {
  std::uint32_t kinds = 0;
  std::uint64_t key = 0;
};

// Numbers equal infos alike, unless another one came between that has the same place here: so it takes little memory.
class Infos {
 public:
  explicit Infos(std::vector<ElementInfo>& list) : list_(list) { list_.emplace_back(); }

  std::uint32_t number_of(const ElementInfo& info) {
    std::uint32_t& number = last_[(info.path ^ info.path >> 32) % last_.size()];
    if (list_[number] == info) return number;
    number = static_cast<std::uint32_t>(list_.size());
    list_.push_back(info);
    return number;
  }

 private:
  std::vector<ElementInfo>& list_;
  std::array<std::uint32_t, 256> last_{};
};

}  // namespace

PageElements read_elements(const Document& page) {
  PageElements out;
  out.by_node.resize(page.size());
  Infos infos(out.list);
  KeyedMap<std::string_view, ClassValue> seen;
  for (NodeId n = 0; n < page.size(); ++n) {
    const Node& node = page[n];
    if (!node.is_element()) continue;
    ElementInfo e;
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
    const ElementInfo around = node.parent == no_node ? ElementInfo() : out[node.parent];
    e.path = node.parent == no_node ? e.own : target ? around.path : mix(around.path, e.own);
    e.place = node.parent == no_node || (key != 0 && !target) ? e.own
              : target                                        ? around.place
                                                              : mix(around.place, e.own);
    if (node.tag == Tag::article) ++out.articles;
    if (node.tag == Tag::h1) ++out.h1s;
    if (e.places & bit(Place::main)) ++out.mains;
    out.by_node[n] = infos.number_of(e);
  }
  trim(out.list);
  return out;
}

}  // namespace pith
