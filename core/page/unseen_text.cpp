#include "core/page/unseen_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

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

bool may_show(const Document& page, NodeId n) {
  if (is_program(page, n)) return true;
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

}  // namespace

NodeSet unseen_text(const Document& page) {
  NodeSet unseen(page);
  for (NodeId n = 0; n < page.size(); ++n)
    if (page[n].is_element() && may_show(page, n)) return NodeSet(page);
  for (NodeId n = 0; n < page.size();) {
    const bool hides = page[n].is_element() && page[n].flags & Node::hidden;
    if (hides && !is_seen(page, n)) unseen.add_subtree(page, n);
    n = hides ? page.end_of(n) : n + 1;
  }
  return unseen;
}

}  // namespace pith
