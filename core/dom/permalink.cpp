#include "core/dom/permalink.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text/white_space.h"

namespace pith {

bool is_permalink(const Document& document, NodeId n) {
  static constexpr std::array<std::string_view, 7> signs = {"¶", "#", "§", "🔗", "⚓", "\xef\x83\x81", "\u200B"};
  if (document[n].tag != Tag::a || document[n].subtree_size > 4 || !document.attribute(n, "href").starts_with('#'))
    return false;
  bool found = false;
  for (NodeId i = n + 1; i < document.end_of(n); ++i) {
    if (!document[i].is_text()) continue;
    if (found || std::ranges::find(signs, trim_space(document.text(i))) == signs.end()) return false;
    found = true;
  }
  return found;
}

}  // namespace pith
