#include "core/render/detail/anchors.h"

#include <algorithm>

#include "core/render/structure.h"

namespace pith {
namespace {

constexpr NodeId most_inside = 200, most_before = 32;

// What is seen although it has no text.
bool is_picture(const Node& node) {
  switch (node.tag) {
    case Tag::img:
    case Tag::svg:
    case Tag::video:
    case Tag::iframe:
    case Tag::object:
    case Tag::input:
      return true;
    default:
      return false;
  }
}

template <typename Visit>
void visit_names(const Document& document, NodeId n, Visit visit) {
  for (const Document::Attribute& attribute : document.attributes(n)) {
    const std::string_view name = document.name(attribute), value = document.value(attribute);
    if (value.empty() || value.size() > max_anchor_bytes) continue;
    if (name == "id" || (name == "name" && document[n].tag == Tag::a)) visit(value);
  }
}

}  // namespace

Anchors::Anchors(const Document& document) : document_(document) {
  for (NodeId n = 0; n < document.size(); ++n)
    visit_names(document, n, [&](std::string_view name) { first_.emplace(name, n); });
}

// A browser does not move to what is hidden.
std::string_view Anchors::name_of(NodeId n) const {
  std::string_view found;
  if (document_[n].flags & (Node::non_content | Node::hidden)) return found;
  visit_names(document_, n, [&](std::string_view name) {
    if (found.empty() && first_.find(name)->second == n) found = name;
  });
  return found;
}

std::string_view Anchors::of(const Block& block) const {
  if (const std::string_view own = name_of(block.node); !own.empty()) return own;
  if (block.region != Region::heading && !block.term) return {};
  const NodeId end = std::min(document_.end_of(block.node), block.node + most_inside);
  for (NodeId n = block.node + 1; n < end; ++n)
    if (const std::string_view inside = name_of(n); !inside.empty()) return inside;
  // Backwards in document order come the elements that begin with the block, and those without text before it.
  const NodeId first = block.node > most_before ? block.node - most_before : 0;
  for (NodeId n = block.node; n-- > first;) {
    const Node& node = document_[n];
    if (is_picture(node) || (node.is_text() && node.is_content())) return {};
    if (const std::string_view before = name_of(n); !before.empty()) return before;
  }
  return {};
}

}  // namespace pith
