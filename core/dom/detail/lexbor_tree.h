// lexbor's nodes as the parts of our parser see them. Private: only they include lexbor.
#pragma once

#include <lexbor/dom/dom.h>
#include <lexbor/html/html.h>

#include <cstdint>
#include <string_view>

#include "core/dom/tag.h"

namespace pith {

// Where a node is in the source: the lines of its beginning and its end tag, from 1; 0: unknown. lexbor leaves `user`
// to us. Without it, the node is not in the source, or its place is not known yet.
struct Place {
  std::uint32_t line = 0, end_line = 0;
};
inline Place place_of(const lxb_dom_node_t* node) {
  const auto bits = reinterpret_cast<std::uintptr_t>(node->user);
  return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
}
inline void set_place(lxb_dom_node_t* node, Place place) {
  node->user = reinterpret_cast<void*>(std::uintptr_t{place.end_line} << 32 | place.line);
}

inline bool is_template(const lxb_dom_node_t* node) {
  return node->local_name == LXB_TAG_TEMPLATE && node->ns == LXB_NS_HTML;
}

// The node that holds an element's children.
inline lxb_dom_node_t* content_of(lxb_dom_node_t* node) {
  return is_template(node) ? lxb_dom_interface_node(lxb_html_interface_template(node)->content) : node;
}

// The element whose children these are: the opposite of content_of. Null for the document.
inline lxb_dom_node_t* parent_of(const lxb_dom_node_t* node) {
  lxb_dom_node_t* const up = node->parent;
  if (up && up->type == LXB_DOM_NODE_TYPE_DOCUMENT_FRAGMENT)
    return lxb_dom_interface_node(lxb_dom_interface_document_fragment(up)->host);
  return up;
}

// Elements of HTML by lexbor's numbers for them.
Tag known_tag(lxb_tag_id_t id);

inline std::string_view view_of(const lexbor_str_t& text) {
  return {reinterpret_cast<const char*>(text.data), text.length};
}

}  // namespace pith
