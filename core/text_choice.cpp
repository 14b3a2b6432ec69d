#include "core/text_choice.h"

#include <algorithm>

#include "core/text_runs.h"

namespace pith {

NodeSet content_of(const Document& page, const std::vector<bool>& chosen) {
  enum Text : char { none, all_chosen, some_left };
  std::vector<Text> text(page.size(), none);  // the visible text of each subtree
  for (NodeId n = 0; n < page.size(); ++n)
    if (is_visible_text(page[n])) text[n] = chosen[n] ? all_chosen : some_left;
  for (NodeId n = page.size(); n-- > 1;) text[page[n].parent] = std::max(text[page[n].parent], text[n]);
  NodeSet content(page);
  for (NodeId n = 0; n < page.size(); ++n) {
    const bool inside = n > 0 && text[n] == none && content.contains(page[n].parent);
    if (text[n] == all_chosen || inside) content.add(n);
  }
  return content;
}

}  // namespace pith
