#include "core/dom/detail/document_builder.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/dom/detail/data_tables.h"
#include "core/dom/detail/set_apart.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

bool is_preformatted(Tag tag) {
  return tag == Tag::pre || tag == Tag::textarea || tag == Tag::listing || tag == Tag::xmp || tag == Tag::plaintext;
}

using AttributeName = DocumentBuilder::AttributeName;

AttributeName::Meaning meaning_of(std::string_view name) {
  if (name == "hidden") return AttributeName::hidden;
  if (name == "aria-hidden") return AttributeName::aria_hidden;
  if (name == "style") return AttributeName::style;
  if (name == "shadowrootmode") return AttributeName::shadow_root_mode;
  return AttributeName::plain;
}

// Whether a style has display:none.
bool is_not_displayed(std::string_view value) {
  if (value.size() > 1000) return false;
  std::string style = lower_ascii(value);
  std::erase_if(style, is_space_ascii);
  const auto at = style.find("display:none");
  return at != std::string::npos && (at == 0 || style[at - 1] == ';');
}

// Whether an attribute hides its element: hidden, aria-hidden="true", style="display:none".
bool hides(AttributeName::Meaning name, std::string_view value) {
  switch (name) {
    case AttributeName::hidden:
      return lower_ascii(value) != "until-found";
    case AttributeName::aria_hidden:
      return lower_ascii(value) == "true";
    case AttributeName::style:
      return is_not_displayed(value);
    default:
      return false;
  }
}

// With memchr: most of the text of many pages is scripts, in long lines.
std::uint32_t line_breaks(std::string_view text) {
  std::uint32_t found = 0;
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) ++found;
  return found;
}

bool shows_code(Tag tag) { return tag == Tag::code || tag == Tag::samp || tag == Tag::kbd || tag == Tag::tt; }

// JSON that a script reads, though it is in no <script>: shops have elements for the variants of a product.
bool is_data(std::string_view text) {
  constexpr std::size_t least_bytes = 100;  // less may be an example
  const std::string_view trimmed = trim_ascii(text);
  if (trimmed.size() < least_bytes || !(trimmed.front() == '{' || trimmed.front() == '[')) return false;
  if (trimmed.back() != (trimmed.front() == '{' ? '}' : ']')) return false;
  constexpr std::string_view member = "\":";
  const std::size_t first = trimmed.find(member);
  return first != std::string_view::npos && trimmed.find(member, first + 1) != std::string_view::npos;
}

}  // namespace

void DocumentBuilder::reserve(std::size_t bytes, std::size_t nodes) {
  document_.buffer_.reserve(bytes);
  document_.nodes_.reserve(nodes);
}

void DocumentBuilder::expect(std::size_t more, double share) {
  const auto make_room = [&](auto& list) {
    if (list.capacity() - list.size() >= more) return;
    const double all = static_cast<double>(list.size()) / std::clamp(share, 1.0 / 16, 1.0);
    list.reserve(std::max(list.size() + list.size() / 8 + more, static_cast<std::size_t>(all * 33 / 32)));
  };
  make_room(document_.nodes_);
  make_room(document_.attributes_);
}

std::uint32_t DocumentBuilder::store(std::string_view bytes) {
  const auto begin = static_cast<std::uint32_t>(document_.buffer_.size());
  document_.buffer_.append(bytes);
  return begin;
}

AttributeName DocumentBuilder::attribute_name(std::string_view lower_case) {
  const auto [at, fresh] = attribute_names_.try_emplace(std::string(lower_case));
  if (fresh) at->second = {store(lower_case), static_cast<std::uint32_t>(lower_case.size()), meaning_of(lower_case)};
  return at->second;
}

NodeId DocumentBuilder::append(Node node) {
  const auto id = static_cast<NodeId>(document_.nodes_.size());
  node.subtree_size = 1;
  node.parent = no_node;
  node.depth = 0;
  if (!open_.empty()) {
    const Node& parent = document_.nodes_[open_.back()];
    node.parent = open_.back();
    node.depth = static_cast<std::uint16_t>(parent.depth + 1);
    node.flags |= parent.flags & (Node::non_content | Node::preformatted | Node::hidden);
  }
  if (space_pending_) node.flags |= Node::space_before;
  space_pending_ = false;
  document_.nodes_.push_back(node);
  return id;
}

void DocumentBuilder::open(std::string_view name, std::uint32_t line) {
  const std::string lowered = lower_ascii(name);
  open(tag_of(lowered), lowered, line);
}

void DocumentBuilder::open(Tag tag, std::string_view name, std::uint32_t line) {
  Node node{};
  node.tag = tag;
  if (node.tag == Tag::unknown) {
    const auto next = static_cast<std::uint32_t>(document_.names_.size());
    const auto [at, fresh] = unknown_names_.try_emplace(std::string(name), next);
    if (fresh) document_.names_.emplace_back(name);
    node.name = at->second;
  }
  if (is_non_content(node.tag)) node.flags |= Node::non_content;
  if (is_preformatted(node.tag)) node.flags |= Node::preformatted;
  node.data_begin = static_cast<std::uint32_t>(document_.attributes_.size());
  node.line = line;
  open_.push_back(append(node));
}

void DocumentBuilder::attribute(std::string_view name, std::string_view value) {
  attribute(attribute_name(lower_ascii(name)), value);
}

void DocumentBuilder::attribute(const AttributeName& name, std::string_view value) {
  const std::uint32_t value_begin = store(value);
  document_.attributes_.push_back({name.begin, name.size, value_begin, static_cast<std::uint32_t>(value.size())});
  Node& node = document_.nodes_[open_.back()];
  ++node.data_size;
  if (hides(name.meaning, value)) node.flags |= Node::hidden;
  // A declarative shadow root is shown instead of its host's children.
  const bool outside = node.parent == no_node || !(document_.nodes_[node.parent].flags & Node::non_content);
  if (node.tag == Tag::template_ && name.meaning == AttributeName::shadow_root_mode && outside)
    node.flags &= static_cast<std::uint8_t>(~Node::non_content);
}

void DocumentBuilder::close(std::uint32_t line) {
  const NodeId id = open_.back();
  open_.pop_back();
  document_.nodes_[id].subtree_size = static_cast<NodeId>(document_.nodes_.size()) - id;
  document_.nodes_[id].end_line = line;
}

void DocumentBuilder::text(std::string_view utf8, std::uint32_t line) {
  if (utf8.empty()) return;
  const bool blank = std::all_of(utf8.begin(), utf8.end(), is_space_ascii);
  const bool preformatted = !open_.empty() && document_.nodes_[open_.back()].flags & Node::preformatted;
  if (blank && !preformatted) {
    space_pending_ = true;
    return;
  }
  Node node{};
  node.flags = Node::text;
  if (blank) node.flags |= Node::blank;
  const auto is_code = [&](NodeId n) { return shows_code(document_.nodes_[n].tag); };
  if (!preformatted && is_data(utf8) && std::none_of(open_.begin(), open_.end(), is_code))
    node.flags |= Node::non_content;
  node.data_begin = store(utf8);
  node.data_size = static_cast<std::uint32_t>(utf8.size());
  node.line = line;
  if (line > 0) node.end_line = line + line_breaks(utf8);
  append(node);
}

void DocumentBuilder::begin_range(MarkedRange::Kind kind) {
  if (!open_ranges_[kind]) open_ranges_[kind] = static_cast<NodeId>(size());
}

void DocumentBuilder::end_range(MarkedRange::Kind kind) {
  const auto end = static_cast<NodeId>(size());
  if (const auto begin = std::exchange(open_ranges_[kind], std::nullopt); begin && *begin < end)
    document_.marked_ranges_.push_back({kind, *begin, end});
}

// If nearly all of a page is hidden, a script shows it: then nothing counts as hidden.
void DocumentBuilder::unhide_if_all_is_hidden() {
  std::size_t hidden = 0, visible = 0;
  for (const Node& node : document_.nodes_)
    if (node.is_text() && node.is_content()) (node.flags & Node::hidden ? hidden : visible) += node.data_size;
  if (hidden <= visible * 10) return;
  for (Node& node : document_.nodes_) node.flags &= static_cast<std::uint8_t>(~Node::hidden);
}

Document DocumentBuilder::finish() {
  if (document_.nodes_.empty()) open("html");
  while (!open_.empty()) close();
  for (std::size_t kind = 0; kind < MarkedRange::kinds; ++kind) end_range(static_cast<MarkedRange::Kind>(kind));
  unhide_if_all_is_hidden();
  for (const NodeId table : data_tables(document_)) document_.nodes_[table].flags |= Node::data_table;
  for (const NodeId element : elements_set_apart(document_)) document_.nodes_[element].flags |= Node::space_before;
  // Most of what was reserved for the text of a dense page is not needed.
  if (std::string& text = document_.buffer_; text.capacity() / 2 > text.size()) text.shrink_to_fit();
  space_pending_ = false;
  attribute_names_.clear();
  unknown_names_.clear();
  return std::exchange(document_, Document());
}

}  // namespace pith
