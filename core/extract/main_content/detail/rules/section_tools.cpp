#include "core/extract/main_content/detail/rules/section_tools.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/collapsed_text.h"
#include "core/text/ascii.h"
#include "core/text/words.h"

namespace pith {
namespace {

bool is_named_edit(const Document& page, NodeId n) {
  static constexpr std::array<std::string_view, 3> names = {"editsection", "secedit", "edit-section"};
  const std::string name = lower_ascii(page.attribute(n, "class"));
  for (const std::string_view one : names)
    if (name.find(one) != std::string::npos) return true;
  return false;
}

bool is_wording(const Document& page, NodeId n) {
  return page[n].is_text() && page[n].is_content() && count_words(page.text(n)) > 0;
}

// Whether there are words in the element, all of them in links.
bool holds_links_only(const Document& page, NodeId element) {
  bool any = false;
  NodeId link_end = 0;
  for (NodeId n = element; n < page.end_of(element); ++n) {
    if (page[n].tag == Tag::a && n >= link_end) link_end = page.end_of(n);
    if (!is_wording(page, n)) continue;
    if (n >= link_end) return false;
    any = true;
  }
  return any;
}

bool holds_words(const Document& page, NodeId n) {
  for (const NodeId end = page.end_of(n); n < end; ++n)
    if (is_wording(page, n)) return true;
  return false;
}

struct Tool {
  NodeId element;
  std::string text;
};

}  // namespace

NodeSet find_section_tools(const Document& page) {
  std::vector<Tool> tools;
  std::map<std::string, int> headings_with;
  for (NodeId heading = 0; heading < page.size(); ++heading) {
    if (heading_level(page[heading].tag) == 0) continue;
    bool after_text = false;
    for (NodeId n = heading + 1; n < page.end_of(heading); n = page.end_of(n)) {
      if (after_text && page[n].is_element() && holds_links_only(page, n)) {
        tools.push_back(
            {n, collapsed_text(page, n, page.end_of(n), [&](NodeId text) { return page[text].is_content(); })});
        ++headings_with[tools.back().text];
      } else {
        after_text = after_text || holds_words(page, n);
      }
    }
  }
  NodeSet out(page);
  for (const Tool& tool : tools)
    if (is_named_edit(page, tool.element) || headings_with[tool.text] > 1)
      out.add_range(tool.element, page.end_of(tool.element));
  return out;
}

}  // namespace pith
