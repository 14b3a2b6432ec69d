// The page as a compact, immutable tree.
//
// Nodes are in one array in document order (pre-order), so a subtree is the index range [n, n + subtree_size) and a
// pass over the page is a pass over an array. Text and attribute values are views into one buffer that the document
// owns. Only elements and text nodes become nodes: comments, the doctype and processing instructions are dropped.
// Text nodes with only white space (outside <pre> and <textarea>) are dropped too; a flag on the next node records
// them, because inline text needs the space. Some comments keep search engines out of a part of a page: the ranges of
// nodes between them are kept (marked_ranges).
//
// Node 0 is the <html> element (a synthetic one if the page has none). A Document is never empty, never changes after
// construction, can be read from any number of threads, moves in O(1), and cannot be copied (share a pointer instead).
// Memory: 32 bytes per node, 16 per attribute, plus the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/tag.h"

namespace pith {

using NodeId = std::uint32_t;
inline constexpr NodeId no_node = 0xffffffff;

struct Node {
  enum Flag : std::uint8_t {
    text = 1,           // a text node; otherwise an element
    non_content = 2,    // script, style, template, ... or inside one; a text that is JSON
    space_before = 4,   // white space before this node was dropped, or readers see some (core/dom/detail/set_apart.h)
    blank = 8,          // a text node with only white space (kept inside <pre>)
    preformatted = 16,  // inside <pre>, <textarea>, <listing>, <xmp>: white space counts
    hidden = 32,        // `hidden` attribute, aria-hidden="true" or display:none in its style, or inside such a node.
                        // Never set if it would hide over ten elevenths of the text: a script shows such a page
    data_table = 64,    // a <table> that holds data; others only lay out the page (core/dom/detail/data_tables.h)
  };

  NodeId parent;             // no_node for the root
  NodeId subtree_size;       // nodes in the subtree, including this one
  std::uint32_t data_begin;  // text: offset into the buffer; element: index of its first attribute
  std::uint32_t data_size;   // text: bytes; element: number of attributes
  std::uint32_t name;        // Tag::unknown: index of its name; otherwise unused
  std::uint32_t line;        // source line, from 1, where the node begins; 0: not in the source, or built by hand
  std::uint32_t end_line;    // source line of its end tag, or where its text ends; 0: as above, or no end tag
  std::uint16_t depth;       // root: 0
  Tag tag;                   // of elements; Tag::unknown for text nodes
  std::uint8_t flags;

  bool is_text() const { return flags & text; }
  bool is_element() const { return !is_text(); }
  bool is_content() const { return !(flags & (non_content | blank)); }
};

// The nodes between two comments that are meant for search engines, in document order: the elements that begin there
// and the text nodes there. Elements may end after the range or begin before it.
struct MarkedRange {
  enum Kind : std::uint8_t {
    htdig,              // <!--htdig_noindex--> to <!--/htdig_noindex-->
    udm_comment,        // <!--UdmComment--> to <!--/UdmComment-->
    googleoff_index,    // <!--googleoff: index--> or all, to <!--googleon: index--> or all
    googleoff_snippet,  // <!--googleoff: snippet--> or all, to <!--googleon: snippet--> or all
  };
  static constexpr std::size_t kinds = 4;

  Kind kind;
  NodeId begin, end;  // begin < end
};

class Document {
 public:
  struct Attribute {
    std::uint32_t name_begin, name_size, value_begin, value_size;  // into the buffer
  };

  Document(Document&&) = default;
  Document& operator=(Document&&) = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  std::span<const Node> nodes() const { return nodes_; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  const Node& operator[](NodeId n) const { return nodes_[n]; }

  // One past the last node of n's subtree.
  NodeId end_of(NodeId n) const { return n + nodes_[n].subtree_size; }
  bool is_ancestor(NodeId ancestor, NodeId n) const { return ancestor < n && n < end_of(ancestor); }

  // First child, or no_node. O(1).
  NodeId first_child(NodeId n) const { return nodes_[n].subtree_size > 1 ? n + 1 : no_node; }
  // Next sibling, or no_node. O(1).
  NodeId next_sibling(NodeId n) const {
    const NodeId parent = nodes_[n].parent;
    return parent != no_node && end_of(n) < end_of(parent) ? end_of(n) : no_node;
  }

  // The text of a text node as in the page, with entities decoded; empty for elements.
  std::string_view text(NodeId n) const {
    const Node& node = nodes_[n];
    return node.is_text() ? view(node.data_begin, node.data_size) : std::string_view();
  }

  // The lower-case element name, also for unknown elements; empty for text nodes.
  std::string_view tag_name(NodeId n) const {
    const Node& node = nodes_[n];
    if (node.is_text()) return {};
    return node.tag == Tag::unknown ? std::string_view(names_[node.name]) : name_of(node.tag);
  }

  std::span<const Attribute> attributes(NodeId n) const {
    const Node& node = nodes_[n];
    if (node.is_text()) return {};
    return std::span(attributes_).subspan(node.data_begin, node.data_size);
  }
  std::string_view name(const Attribute& a) const { return view(a.name_begin, a.name_size); }
  std::string_view value(const Attribute& a) const { return view(a.value_begin, a.value_size); }

  // The value of the attribute with this lower-case name; empty if it is absent or empty (see has_attribute).
  std::string_view attribute(NodeId n, std::string_view name) const;
  bool has_attribute(NodeId n, std::string_view name) const;

  // Ranges of one kind do not overlap and are in document order, so there are at most as many as nodes.
  std::span<const MarkedRange> marked_ranges() const { return marked_ranges_; }

  // Approximate memory use.
  std::size_t bytes() const;

  // The first element with the tag at or after `from` in document order, or no_node. O(nodes).
  NodeId find(Tag tag, NodeId from = 0) const;

  // All text of the subtree, with white space collapsed to single spaces and without non-content.
  std::string text_of(NodeId n) const;

 private:
  friend class DocumentBuilder;
  Document() = default;
  std::string_view view(std::uint32_t begin, std::uint32_t size) const {
    return std::string_view(buffer_).substr(begin, size);
  }

  std::vector<Node> nodes_;
  std::vector<Attribute> attributes_;
  std::vector<std::string> names_;  // of unknown elements
  std::vector<MarkedRange> marked_ranges_;
  std::string buffer_;  // text, attribute names and values
};

}  // namespace pith
