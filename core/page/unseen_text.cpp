#include "core/page/unseen_text.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/keyed_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, 9> controls = {"aria-controls",  "aria-expanded", "data-toggle",
                                                      "data-bs-toggle", "data-target",   "data-bs-target",
                                                      "data-collapse",  "popovertarget", "commandfor"};

bool is_program(const Document& page, NodeId n) {
  if (page[n].tag != Tag::script) return false;
  const std::string_view type = page.attribute(n, "type");
  return type.find("json") == std::string_view::npos;
}

// What works without a script, by style sheets (:checked, :focus) or by a script that the page's copy lacks.
bool is_control(const Document& page, NodeId n) {
  constexpr std::array<std::string_view, 5> roles = {"tab", "button", "switch", "checkbox", "radio"};
  if (page[n].tag == Tag::button) return true;
  if (std::ranges::find(roles, lower_ascii(page.attribute(n, "role"))) != roles.end()) return true;
  const std::string type = page[n].tag == Tag::input ? lower_ascii(page.attribute(n, "type")) : std::string();
  return type == "checkbox" || type == "radio";
}

bool may_show(const Document& page, NodeId n) {
  if (is_program(page, n) || is_control(page, n)) return true;
  return std::ranges::any_of(page.attributes(n), [&](const Document::Attribute& a) {
    const std::string_view name = page.name(a);
    return name.starts_with("on") || std::ranges::find(controls, name) != controls.end();
  });
}

// Of an element that hides its content: whether no script is needed to see it.
bool is_seen(const Document& page, NodeId n) {
  if (page.has_attribute(n, "hidden")) return lower_ascii(page.attribute(n, "hidden")) == "until-found";
  return page.has_attribute(n, "aria-hidden") &&
         lower_ascii(page.attribute(n, "style")).find("none") == std::string::npos;
}

// The fragments that links of the page lead to: a style sheet can show what is linked (:target).
KeyedSet<std::string_view> linked_fragments(const Document& page) {
  KeyedSet<std::string_view> out;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].tag != Tag::a) continue;
    const std::string_view link = page.attribute(n, "href");
    if (link.size() > 1 && link.front() == '#') out.insert(link.substr(1));
  }
  return out;
}

bool is_linked(const Document& page, NodeId root, const KeyedSet<std::string_view>& fragments) {
  for (NodeId n = root; !fragments.empty() && n < page.end_of(root); ++n)
    if (page[n].is_element() && fragments.contains(page.attribute(n, "id"))) return true;
  return false;
}

}  // namespace

NodeSet unseen_text(const Document& page) {
  NodeSet unseen(page);
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_element() && may_show(page, n)) return NodeSet(page);
  std::optional<KeyedSet<std::string_view>> fragments;  // once something is hidden
  for (NodeId n = 0; n < page.size();) {
    const bool hides = page[n].is_element() && page[n].flags & Node::hidden;
    if (hides && !is_seen(page, n)) {
      if (!fragments) fragments = linked_fragments(page);
      if (!is_linked(page, n, *fragments)) unseen.add_subtree(page, n);
    }
    n = hides ? page.end_of(n) : n + 1;
  }
  return unseen;
}

}  // namespace pith
