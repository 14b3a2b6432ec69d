#include "core/render/detail/node_path.h"

#include "core/dom/node_set.h"

namespace pith {
namespace {

// Elements of one name compare equal: known ones by tag, others by the index of their name.
std::uint32_t name_key(const Node& node) {
  const auto tags = static_cast<std::uint32_t>(Tag::count_);
  return node.tag == Tag::unknown ? tags + node.name : static_cast<std::uint32_t>(node.tag);
}

// Counts by name key that can be emptied in O(1): each family of siblings has a number.
class Counts {
 public:
  void restart() { ++family_; }
  std::uint32_t& of(std::uint32_t key) {
    if (key >= entries_.size()) entries_.resize(key + 1);
    Entry& entry = entries_[key];
    if (entry.family != family_) entry = {family_, 0};
    return entry.count;
  }

 private:
  struct Entry {
    std::uint32_t family = 0, count = 0;
  };
  std::vector<Entry> entries_;
  std::uint32_t family_ = 0;
};

}  // namespace

std::string_view step_name(const Document& document, NodeId n) {
  constexpr std::size_t max_bytes = 32;
  if (document[n].is_text()) return "text()";
  const std::string_view name = document.tag_name(n);
  return name.size() <= max_bytes ? name : "*";
}

std::uint32_t position_of(const Document& document, NodeId element) {
  const Node& node = document[element];
  if (node.parent == no_node) return 0;
  std::uint32_t position = 0, count = 0;
  for (NodeId n = document.first_child(node.parent); n != no_node; n = document.next_sibling(n)) {
    if (document[n].is_text() || name_key(document[n]) != name_key(node)) continue;
    ++count;
    if (n == element) position = count;
  }
  return count > 1 ? position : 0;
}

std::vector<std::uint32_t> positions_of(const Document& document, const Blocks& blocks) {
  NodeSet on_path(document);
  for (const Block& block : blocks.blocks)
    for (NodeId n = block.node; n != no_node && !on_path.contains(n); n = document[n].parent) on_path.add(n);

  std::vector<std::uint32_t> positions(document.size());
  Counts totals, seen;
  for (NodeId parent = 0; parent < document.size(); ++parent) {
    if (!on_path.contains(parent)) continue;
    totals.restart();
    seen.restart();
    for (NodeId n = document.first_child(parent); n != no_node; n = document.next_sibling(n))
      if (document[n].is_element()) ++totals.of(name_key(document[n]));
    for (NodeId n = document.first_child(parent); n != no_node; n = document.next_sibling(n)) {
      if (document[n].is_text()) continue;
      const std::uint32_t position = ++seen.of(name_key(document[n]));
      if (on_path.contains(n) && totals.of(name_key(document[n])) > 1) positions[n] = position;
    }
  }
  return positions;
}

}  // namespace pith
