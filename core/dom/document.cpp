#include "core/dom/document.h"

#include "core/text/ascii.h"

namespace pith {

std::string_view Document::attribute(NodeId n, std::string_view wanted) const {
  for (const Attribute& a : attributes(n))
    if (name(a) == wanted) return value(a);
  return {};
}

bool Document::has_attribute(NodeId n, std::string_view wanted) const {
  for (const Attribute& a : attributes(n))
    if (name(a) == wanted) return true;
  return false;
}

NodeId Document::find(Tag tag, NodeId from) const {
  for (NodeId n = from; n < size(); ++n)
    if (nodes_[n].tag == tag && nodes_[n].is_element()) return n;
  return no_node;
}

std::size_t Document::bytes() const {
  std::size_t bytes = sizeof *this + nodes_.capacity() * sizeof(Node) + attributes_.capacity() * sizeof(Attribute) +
                      names_.capacity() * sizeof(std::string) + marked_ranges_.capacity() * sizeof(MarkedRange) +
                      buffer_.capacity();
  for (const std::string& name : names_) bytes += name.capacity();
  return bytes;
}

std::string Document::text_of(NodeId root) const {
  std::string out;
  bool space = false;
  for (NodeId n = root; n < end_of(root); ++n) {
    const Node& node = nodes_[n];
    if (node.flags & Node::space_before) space = true;
    if (node.is_element()) {
      if (is_block(node.tag) || node.tag == Tag::br) space = true;
      continue;
    }
    if (node.flags & Node::non_content) continue;
    for (const char c : text(n)) {
      if (is_space_ascii(c)) {
        space = true;
      } else {
        if (space && !out.empty()) out += ' ';
        space = false;
        out += c;
      }
    }
  }
  return out;
}

}  // namespace pith
