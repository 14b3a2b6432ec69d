// Where a link into a page can lead.
#pragma once

#include <string_view>

#include "core/base/keyed_hash.h"
#include "core/dom/document.h"
#include "core/render/block.h"

namespace pith {

// The names of one page to which the fragment of a URL can lead: `id` of any element, `name` of an <a>. Where a page
// uses one twice, only its first element is reached. Names over max_anchor_bytes are left out. The document must
// outlive this.
class Anchors {
 public:
  // O(nodes + attributes).
  explicit Anchors(const Document& document);

  // The name that leads to the block; empty if there is none. For headings and terms of definitions it is, in this
  // order, that of the element itself, of one inside it, or the nearest one before it with no text or picture between:
  // of a <section> that begins with it, or of an empty <a name>. Of other blocks only that of the element itself.
  // O(size of the block's element).
  std::string_view of(const Block& block) const;

 private:
  std::string_view name_of(NodeId n) const;

  const Document& document_;
  KeyedMap<std::string_view, NodeId> first_;
};

}  // namespace pith
