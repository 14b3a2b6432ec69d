#include "core/dom/detail/lexbor_copy.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/dom/detail/comment_marks.h"
#include "core/dom/detail/parser.h"

namespace pith {
namespace {

bool is_text(const lxb_dom_node_t* node) {
  return node->type == LXB_DOM_NODE_TYPE_TEXT || node->type == LXB_DOM_NODE_TYPE_CDATA_SECTION;
}

// Longer texts stay where they are until the end: lexbor looks for free memory in a tree of sizes that is not balanced.
constexpr std::size_t short_text = 1024;

void free_text(lexbor_mraw_t* memory, lxb_char_t* text) {
  if (text && lexbor_mraw_data_size(text) <= short_text) lexbor_mraw_free(memory, text);
}

}  // namespace

Tag known_tag(lxb_tag_id_t id) {
  static const std::array<Tag, LXB_TAG__LAST_ENTRY> tags = [] {
    std::array<Tag, LXB_TAG__LAST_ENTRY> made{};
    for (std::size_t i = 0; i < made.size(); ++i) {
      std::size_t size = 0;
      const lxb_char_t* const name = lxb_tag_name_by_id(i, &size);
      made[i] = name ? tag_of({reinterpret_cast<const char*>(name), size}) : Tag::unknown;
    }
    return made;
  }();
  return id < tags.size() ? tags[id] : Tag::unknown;
}

LexborCopy::Outcome LexborCopy::copy_finished(const lxb_html_tree_t& tree, double read) {
  if (!find_way(tree)) return copied;
  if (opened_.empty() && !may_begin(tree)) return copied;
  if (!is_unchanged()) return changed;
  kept_.assign(tree.active_formatting->list, tree.active_formatting->list + tree.active_formatting->length);
  kept_.insert(kept_.end(), {tree.form, tree.document->head});
  std::sort(kept_.begin(), kept_.end());
  frees_ = true;
  const std::size_t nodes = builder_.size();
  std::size_t same = 0;
  while (same < opened_.size() && same < way_.size() && opened_[same] == way_[same]) ++same;
  if (!close_to(same)) return refused;
  while (opened_.size() < way_.size() && may_open(way_[opened_.size()]))
    if (!enter(way_[opened_.size()])) return refused;
  if (opened_.size() == way_.size() && opened_.back()->first_child)
    if (!copy_children(opened_.back(), opened_.back()->last_child)) return refused;
  builder_.expect(2 * (builder_.size() - nodes), read);
  return copied;
}

LexborCopy::Outcome LexborCopy::copy_rest(lxb_dom_node_t* document) {
  if (!is_unchanged()) return changed;
  frees_ = false;
  // There may be comments before and after the root, too.
  lxb_dom_node_t* node = document->first_child;
  if (!opened_.empty()) {
    node = opened_[0]->next;
    if (!close_to(0)) return refused;
  }
  for (; node; node = node->next) {
    if (node->type == LXB_DOM_NODE_TYPE_COMMENT) comment(node);
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT && !copy_subtree(node)) return refused;
  }
  return copied;
}

// False if an open element is not on it, or if it leads through a <template>.
bool LexborCopy::find_way(const lxb_html_tree_t& tree) {
  const lexbor_array_t& open = *tree.open_elements;
  way_.clear();
  if (open.length == 0) return false;
  auto* node = static_cast<lxb_dom_node_t*>(open.list[open.length - 1]);
  for (; node && node->type == LXB_DOM_NODE_TYPE_ELEMENT; node = node->parent) way_.push_back(node);
  if (!node || node->type != LXB_DOM_NODE_TYPE_DOCUMENT) return false;
  std::reverse(way_.begin(), way_.end());
  std::size_t found = 0;
  for (const lxb_dom_node_t* step : way_) found += found < open.length && open.list[found] == step;
  return found == open.length;
}

// All siblings before opened elements are gone. The root's are comments and the doctype.
bool LexborCopy::is_unchanged() const {
  for (std::size_t i = 1; i < opened_.size(); ++i)
    if (opened_[i]->parent != opened_[i - 1] || opened_[i]->prev) return false;
  return true;
}

// Once the body stays, the head is complete.
bool LexborCopy::may_begin(const lxb_html_tree_t& tree) const {
  const lxb_html_document_t& document = *tree.document;
  if (tree.frameset_ok || !document.head || !document.body || way_.size() < 2) return false;
  const lxb_dom_node_t* const last = lxb_dom_interface_node(document.head)->last_child;
  return way_[1] == lxb_dom_interface_node(document.body) && !(last && !last->user);
}

// The parser looks at what is before a table for a node without a place, to give it one.
bool LexborCopy::may_open(const lxb_dom_node_t* node) const {
  if (node->next || is_template(node) || node->local_name == LXB_TAG_SELECT) return false;
  if (node->local_name != LXB_TAG_TABLE || !node->prev) return true;
  return node->prev->user || node->prev->type == LXB_DOM_NODE_TYPE_COMMENT;
}

// Copies what is before the node, and opens it.
bool LexborCopy::enter(lxb_dom_node_t* node) {
  if (opened_.empty()) {
    for (lxb_dom_node_t* before = node->parent->first_child; before != node; before = before->next)
      if (before->type == LXB_DOM_NODE_TYPE_COMMENT) comment(before);
  } else if (!copy_children(opened_.back(), node)) {
    return false;
  }
  if (opened_.size() >= most_levels(limits_)) return refuse(tree_too_deep(limits_));
  if (!open(node)) return false;
  opened_.push_back(node);
  return true;
}

// Closes opened elements until so many are left.
bool LexborCopy::close_to(std::size_t level) {
  while (opened_.size() > level) {
    lxb_dom_node_t* const node = opened_.back();
    if (!copy_children(node, nullptr)) return false;
    builder_.close(place_of(node).end_line);
    opened_.pop_back();
    closed_ = node;
  }
  return true;
}

// Copies the children of an opened element that were not copied yet, up to `end`.
bool LexborCopy::copy_children(lxb_dom_node_t* parent, const lxb_dom_node_t* end) {
  for (lxb_dom_node_t* child = parent->first_child; child != end;) {
    lxb_dom_node_t* const next = child->next;
    if (child == closed_)
      closed_ = nullptr;
    else if (!copy_subtree(child))
      return false;
    if (frees_) free_subtree(child);
    child = next;
  }
  return true;
}

bool LexborCopy::copy_subtree(lxb_dom_node_t* root) {
  std::size_t level = opened_.size() + 1;
  if (level > most_levels(limits_)) return refuse(tree_too_deep(limits_));
  for (lxb_dom_node_t* node = root;;) {
    if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
      if (!open(node)) return false;
      if (lxb_dom_node_t* const child = content_of(node)->first_child) {
        if (++level > most_levels(limits_)) return refuse(tree_too_deep(limits_));
        node = child;
        continue;
      }
      builder_.close(place_of(node).end_line);
    } else if (is_text(node)) {
      builder_.text(view_of(lxb_dom_interface_character_data(node)->data), place_of(node).line);
    } else if (node->type == LXB_DOM_NODE_TYPE_COMMENT) {
      comment(node);
    }
    while (node != root && !node->next) {
      node = parent_of(node);
      --level;
      builder_.close(place_of(node).end_line);
    }
    if (node == root) return true;
    node = node->next;
  }
}

void LexborCopy::comment(lxb_dom_node_t* node) {
  read_comment_mark(view_of(lxb_dom_interface_character_data(node)->data), builder_);
}

bool LexborCopy::open(lxb_dom_node_t* node) {
  if (builder_.size() >= limits_.max_nodes) return refuse(too_many_nodes(builder_.size() + 1, limits_));
  const Tag tag = known_tag(node->local_name);
  std::string_view name;
  if (tag == Tag::unknown) {
    std::size_t size = 0;
    const lxb_char_t* const bytes = lxb_tag_name_by_id(node->local_name, &size);
    name = {reinterpret_cast<const char*>(bytes), size};
  }
  builder_.open(tag, name, place_of(node).line);
  std::uint32_t count = 0;
  for (const lxb_dom_attr_t* a = lxb_dom_interface_element(node)->first_attr; a; a = a->next) {
    if (++count > limits_.max_attributes) return refuse(too_many_attributes(limits_));
    builder_.attribute(name_of_attribute(a->node.local_name), a->value ? view_of(*a->value) : std::string_view());
  }
  return true;
}

bool LexborCopy::refuse(Error error) {
  error_ = std::move(error);
  return false;
}

// Names that lexbor knows have small numbers; those of others are addresses.
const DocumentBuilder::AttributeName& LexborCopy::name_of_attribute(lxb_dom_attr_id_t id) {
  DocumentBuilder::AttributeName& made = id < known_names_.size() ? known_names_[id] : other_names_[id];
  if (made.size == 0) {
    const lxb_dom_attr_data_t* const data = lxb_dom_attr_data_by_id(nullptr, id);
    const lxb_char_t* const bytes = lexbor_hash_entry_str(&data->entry);
    made = builder_.attribute_name({reinterpret_cast<const char*>(bytes), data->entry.length});
  }
  return made;
}

void LexborCopy::free_subtree(lxb_dom_node_t* root) {
  lxb_dom_node_remove_wo_events(root);
  for (lxb_dom_node_t* node = root;;) {
    if (lxb_dom_node_t* const child = content_of(node)->first_child) {
      node = child;
      continue;
    }
    lxb_dom_node_t* const next = node->next;
    lxb_dom_node_t* const up = node == root ? nullptr : parent_of(node);
    if (up) content_of(up)->first_child = next;
    free_node(node);
    if (!up) return;
    node = next ? next : up;
  }
}

// Not by lexbor's destructors: those of elements leave the attributes, and some follow pointers to other elements.
void LexborCopy::free_node(lxb_dom_node_t* node) {
  lxb_dom_document_t* const document = node->owner_document;
  if (node->type == LXB_DOM_NODE_TYPE_ELEMENT) {
    if (std::binary_search(kept_.begin(), kept_.end(), node)) {
      node->parent = node->prev = node->next = node->first_child = node->last_child = nullptr;
      return;
    }
    for (const lxb_dom_attr_t* a = lxb_dom_interface_element(node)->first_attr; a;) {
      auto* const gone = const_cast<lxb_dom_attr_t*>(std::exchange(a, a->next));
      if (gone->value) {
        free_text(document->text, gone->value->data);
        lexbor_mraw_free(document->mraw, gone->value);
      }
      lexbor_mraw_free(document->mraw, gone);
    }
    if (is_template(node)) lexbor_mraw_free(document->mraw, content_of(node));
  } else if (is_text(node) || node->type == LXB_DOM_NODE_TYPE_COMMENT) {
    free_text(document->text, lxb_dom_interface_character_data(node)->data.data);
  }
  lexbor_mraw_free(document->mraw, node);
}

}  // namespace pith
