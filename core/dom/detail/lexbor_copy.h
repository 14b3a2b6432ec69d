// Copies lexbor's tree into a Document: at the end, or what is finished of it while lexbor still builds the rest.
//
// lexbor has up to 200 bytes for a node and 140 for an attribute, a Document 32 and 16. On a page with many nodes and
// little text, what is finished is therefore copied early and its memory given back to lexbor, which builds on in it.
//
// What is finished? lexbor adds nodes at these places only: as the last child of an open element (the current one, or
// <html>, or the one around a misnested formatting element), before an open <table> (foster parenting), as the last
// child of the document, and in a <select>'s <selectedcontent>. It appends text to a text that is right before such a
// place. It moves what is inside open formatting elements only. So, with the way from the root to the current element,
// which must hold all open elements:
//   - The elements of the way are opened in the Document, from the root on. <select> and <template> are not, nor is
//     what is inside them.
//   - All that comes before an element of the way is copied, and all children of the last element of the way but its
//     last child.
//   - An opened element that has left the way is closed, with all of its children.
// What HTML still does to the copied part then is to put something before an opened <table>, to move an opened element
// out of its parent, and to merge attributes of a second <html> or <body> into the first. The first two leave traces:
// an opened element is no longer the first child of the one before it. The parser looks out for the third. All three
// are rare: it then begins again, and copies only at the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/keyed_hash.h"
#include "core/base/limits.h"
#include "core/base/result.h"
#include "core/dom/detail/document_builder.h"
#include "core/dom/detail/lexbor_tree.h"

namespace pith {

// lexbor's functions for memory may leave by a jump (core/dom/detail/parse_lexbor.cpp). copy_finished calls them, so
// nothing with a destructor lives in its frames. No function here recurses.
//
// Of lexbor, this uses what its headers offer, and these details: no list of lexbor's holds a node that is not open, an
// active formatting element, the head or the form (attributes and texts have one owner); the memory of nodes is in the
// document's `mraw`, of texts in its `text`.
class LexborCopy {
 public:
  LexborCopy(DocumentBuilder& builder, const Limits& limits) : builder_(builder), limits_(limits) {}

  enum Outcome {
    copied,
    changed,  // what was copied is not true any more
    refused,  // a limit is exceeded: see error()
  };

  // Between two tokens. `read`: the share of the page that lexbor has read. O(open elements + what is copied).
  Outcome copy_finished(const lxb_html_tree_t& tree, double read);
  // The rest of the tree, once it is complete.
  Outcome copy_rest(lxb_dom_node_t* document);

  // Whether something has been copied.
  bool begun() const { return !opened_.empty(); }
  const Error& error() const { return *error_; }

 private:
  bool find_way(const lxb_html_tree_t& tree);
  bool is_unchanged() const;
  bool may_begin(const lxb_html_tree_t& tree) const;
  bool may_open(const lxb_dom_node_t* node) const;
  bool enter(lxb_dom_node_t* node);
  bool close_to(std::size_t level);
  bool copy_children(lxb_dom_node_t* parent, const lxb_dom_node_t* end);
  bool copy_subtree(lxb_dom_node_t* root);
  bool open(lxb_dom_node_t* node);
  bool refuse(Error error);
  void comment(lxb_dom_node_t* node);
  const DocumentBuilder::AttributeName& name_of_attribute(lxb_dom_attr_id_t id);

  void free_subtree(lxb_dom_node_t* root);
  void free_node(lxb_dom_node_t* node);

  DocumentBuilder& builder_;
  const Limits& limits_;
  std::optional<Error> error_;
  std::vector<lxb_dom_node_t*> opened_;     // in the document, from the root on
  std::vector<lxb_dom_node_t*> way_;        // from the root to lexbor's current element
  std::vector<const void*> kept_;           // nodes that lexbor refers to although they are not open; sorted
  const lxb_dom_node_t* closed_ = nullptr;  // the child of the last opened element that was copied already
  bool frees_ = false;
  std::array<DocumentBuilder::AttributeName, LXB_DOM_ATTR__LAST_ENTRY> known_names_{};
  KeyedMap<std::uintptr_t, DocumentBuilder::AttributeName> other_names_;
};

}  // namespace pith
