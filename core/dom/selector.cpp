#include "core/dom/selector.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

#include "core/dom/detail/selector_parser.h"
#include "core/dom/node_set.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

// Bit i: the compounds 0 to i of an alternative match, the last one at this node (or at an ancestor of it).
using State = std::uint64_t;

struct Matched {
  State here = 0;    // at the node itself
  State within = 0;  // at the node or an ancestor
};

bool passes(const Document& document, NodeId n, const SelectorSyntax::AttributeTest& test) {
  if (!document.has_attribute(n, test.name)) return false;
  const std::string_view value = document.attribute(n, test.name), wanted = test.value;
  switch (test.op) {
    case 'e':
      return true;
    case '=':
      return value == wanted;
    case '~':
      return has_token(value, wanted);
    case '^':
      return !wanted.empty() && value.starts_with(wanted);
    case '$':
      return !wanted.empty() && value.ends_with(wanted);
    case '*':
      return !wanted.empty() && value.find(wanted) != std::string_view::npos;
    case '|':
      return value == wanted ||
             (value.size() > wanted.size() && value.starts_with(wanted) && value[wanted.size()] == '-');
    default:
      return false;
  }
}

bool passes(const Document& document, NodeId n, const SelectorSyntax::Compound& compound) {
  if (!compound.tag.empty() && document.tag_name(n) != compound.tag) return false;
  if (!compound.id.empty() && document.attribute(n, "id") != compound.id) return false;
  const auto is_class = [&](const std::string& name) { return has_token(document.attribute(n, "class"), name); };
  const auto passes_test = [&](const SelectorSyntax::AttributeTest& test) { return passes(document, n, test); };
  return std::all_of(compound.classes.begin(), compound.classes.end(), is_class) &&
         std::all_of(compound.attributes.begin(), compound.attributes.end(), passes_test);
}

Matched advance(const Document& document, NodeId n, const SelectorSyntax::Complex& complex, const Matched& parent) {
  Matched result;
  for (std::size_t i = 0; i < complex.size(); ++i) {
    const State before = complex[i].child_of_previous ? parent.here : parent.within;
    const bool reachable = i == 0 || before >> (i - 1) & 1;
    if (reachable && passes(document, n, complex[i])) result.here |= State{1} << i;
  }
  result.within = parent.within | result.here;
  return result;
}

bool is_complete(const Matched& matched, const SelectorSyntax::Complex& complex) {
  return matched.here >> (complex.size() - 1) & 1;
}

}  // namespace

Selector::Selector(std::shared_ptr<const SelectorSyntax> syntax) : syntax_(std::move(syntax)) {}

Result<Selector> Selector::parse(std::string_view text) {
  auto syntax = parse_selector(text);
  if (!syntax) return syntax.error();
  return Selector(std::make_shared<const SelectorSyntax>(*std::move(syntax)));
}

bool Selector::matches(const Document& document, NodeId n) const {
  if (document[n].is_text()) return false;
  std::vector<NodeId> way;
  for (NodeId i = n; i != no_node; i = document[i].parent) way.push_back(i);
  for (const SelectorSyntax::Complex& complex : syntax_->alternatives) {
    Matched matched;
    for (auto i = way.rbegin(); i != way.rend(); ++i) matched = advance(document, *i, complex, matched);
    if (is_complete(matched, complex)) return true;
  }
  return false;
}

std::vector<NodeId> Selector::select(const Document& document) const {
  NodeSet selected(document);
  std::vector<std::pair<NodeId, Matched>> open;  // end and state of the ancestors
  for (const SelectorSyntax::Complex& complex : syntax_->alternatives) {
    open.clear();
    for (NodeId n = 0; n < document.size(); ++n) {
      while (!open.empty() && open.back().first <= n) open.pop_back();
      if (document[n].is_text()) continue;
      const Matched matched = advance(document, n, complex, open.empty() ? Matched() : open.back().second);
      if (is_complete(matched, complex)) selected.add(n);
      if (document[n].subtree_size > 1) open.emplace_back(document.end_of(n), matched);
    }
  }
  std::vector<NodeId> nodes;
  for (NodeId n = 0; n < document.size(); ++n)
    if (selected.contains(n)) nodes.push_back(n);
  return nodes;
}

}  // namespace pith
