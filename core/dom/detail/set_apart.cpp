#include "core/dom/detail/set_apart.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

#include "core/base/keyed_hash.h"
#include "core/base/stable_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::string_view currencies[] = {"$", "£", "€", "¥"};

// `character`: its bytes.
bool makes_figures(std::string_view character) {
  return is_digit_ascii(character.front()) || std::ranges::find(currencies, character) != std::end(currencies);
}

// Of Latin and other scripts with spaces between words.
bool makes_words(std::string_view character) {
  const auto lead = static_cast<unsigned char>(character.front());
  return is_letter_ascii(character.front()) || makes_figures(character) || (lead >= 0xc3 && lead <= 0xe1);
}

std::string_view first_character(std::string_view text) {
  std::size_t size = 1;
  while (size < text.size() && (static_cast<unsigned char>(text[size]) & 0xc0) == 0x80) ++size;
  return text.substr(0, size);
}

std::string_view last_character(std::string_view text) {
  std::size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) --at;
  return text.substr(at);
}

// The text node of the subtree that comes first, or last; no_node if there is none, or if something else is there.
NodeId first_text(const Document& page, NodeId element) {
  constexpr NodeId steps = 8;
  for (NodeId n = element; n < std::min(page.end_of(element), element + steps); ++n)
    if (page[n].is_text()) return page[n].is_content() && !(page[n].flags & Node::space_before) ? n : no_node;
  return no_node;
}
NodeId last_text(const Document& page, NodeId element) {
  const NodeId last = page.end_of(element) - 1;
  return page[last].is_text() && page[last].is_content() ? last : no_node;
}

bool is_inline(const Document& page, NodeId n) {
  const Node& node = page[n];
  return !is_block(node.tag) && node.tag != Tag::sub && node.tag != Tag::sup && !(node.flags & Node::preformatted);
}

bool makes_one_word(const Document& page, NodeId left, NodeId right) {
  const NodeId end = last_text(page, left), begin = first_text(page, right);
  if (end == no_node || begin == no_node || page.text(end).empty() || page.text(begin).empty()) return false;
  return makes_words(last_character(page.text(end))) && makes_words(first_character(page.text(begin)));
}

bool is_field(const Document& page, NodeId n) {
  const Tag tag = page[n].tag;
  return tag == Tag::select || tag == Tag::textarea || (tag == Tag::input && page.attribute(n, "type") != "hidden");
}

// A <sub> or <sup>, or a link with nothing before one, that is no part of the word before.
bool is_mark(const Document& page, NodeId before, NodeId n) {
  constexpr NodeId steps = 8;
  const auto is_link = [&](NodeId at) { return page[at].tag == Tag::a && page.attribute(at, "href").starts_with('#'); };
  const auto is_raised = [&](NodeId at) { return page[at].tag == Tag::sub || page[at].tag == Tag::sup; };
  const NodeId end = std::min(page.end_of(n), n + steps);
  bool link = is_link(n);
  if (!is_raised(n) && !(link && n + 1 < end && is_raised(n + 1))) return false;
  if (!makes_one_word(page, before, n)) return false;
  for (NodeId at = n + 1; at < end && !page[at].is_text(); ++at) link = link || is_link(at);
  const std::string_view left = page.text(last_text(page, before)), right = page.text(first_text(page, n));
  return link || (is_digit_ascii(left.back()) && std::ranges::all_of(right, is_digit_ascii));
}

// "Price" and "470.90": a word and then a figure. "H" and "2" make a formula.
bool is_name_and_figure(const Document& page, NodeId left, NodeId right) {
  constexpr std::size_t least_letters = 3;
  const std::string_view name = page.text(last_text(page, left)), figure = page.text(first_text(page, right));
  const auto letters = std::ranges::find_if_not(name.rbegin(), name.rend(), is_letter_ascii) - name.rbegin();
  return static_cast<std::size_t>(letters) >= least_letters && makes_figures(first_character(figure));
}

struct Neighbours {
  NodeId parent, right;
  std::uint64_t kind;
};

}  // namespace

std::vector<NodeId> elements_set_apart(const Document& page) {
  std::vector<NodeId> last_child(page.size(), no_node);
  std::vector<char> has_text(page.size());
  std::vector<Neighbours> found;
  std::vector<NodeId> out;
  KeyedMap<std::uint64_t, std::uint32_t> times;
  NodeId code_end = 0;
  for (NodeId n = 1; n < page.size(); ++n) {
    const NodeId parent = page[n].parent, before = std::exchange(last_child[parent], n);
    if (page[n].is_text()) has_text[parent] = 1;
    if (page[n].tag == Tag::code && n >= code_end) code_end = page.end_of(n);
    if (n < code_end || page[n].flags & Node::space_before || page[parent].flags & Node::preformatted) continue;
    if (is_field(page, n) || (before != no_node && is_mark(page, before, n))) out.push_back(n);
    if (before == no_node || !is_inline(page, n) || !is_inline(page, before)) continue;
    if (page[n].tag == Tag::button || page[before].tag == Tag::button) {
      if (makes_one_word(page, before, n)) out.push_back(n);
      continue;
    }
    if (!page[n].is_element() || !page[before].is_element() || !makes_one_word(page, before, n)) continue;
    if (is_name_and_figure(page, before, n)) out.push_back(n);
    const std::string_view left = page.attribute(before, "class"), right = page.attribute(n, "class");
    if (has_text[parent] || left.empty() || right.empty() || left == right) continue;
    std::uint64_t kind = hash_bytes(hash_seed, page.attribute(parent, "class"));
    for (const std::string_view classes : {left, right}) kind = mix(kind, hash_bytes(hash_seed, classes));
    ++times.emplace(kind, 0).first->second;
    found.push_back({parent, n, kind});
  }
  for (const Neighbours& each : found)
    if (!has_text[each.parent] && times.at(each.kind) > 1) out.push_back(each.right);
  return out;
}

}  // namespace pith
