#include "core/extract/detail/own_text.h"

#include <algorithm>
#include <string_view>

namespace pith {
namespace {

enum class Where : char { anywhere, in_article, in_template };

Where where_in(const Document& page, NodeId n, Where parent) {
  if (parent == Where::in_template) return parent;
  const Tag tag = page[n].tag;
  const std::string_view role = page.attribute(n, "role");
  if (tag == Tag::nav || tag == Tag::aside || tag == Tag::form || role == "navigation" || role == "complementary" ||
      role == "search")
    return Where::in_template;
  if (tag == Tag::header || tag == Tag::footer || role == "banner" || role == "contentinfo")
    return parent == Where::in_article ? parent : Where::in_template;
  return tag == Tag::article || tag == Tag::main || role == "main" ? Where::in_article : parent;
}

}  // namespace

NodeSet own_text(const Document& page, std::span<const TextRun> runs, const std::vector<bool>& repeated) {
  NodeSet own(page);
  const bool told = std::find(repeated.begin(), repeated.end(), true) != repeated.end();
  std::vector<Where> where;  // by node
  if (!told) {
    where.assign(page.size(), Where::anywhere);
    for (NodeId n = 1; n < page.size(); ++n)
      where[n] = page[n].is_element() ? where_in(page, n, where[page[n].parent]) : where[page[n].parent];
  }
  for (std::size_t r = 0; r < runs.size(); ++r)
    for (NodeId n = runs[r].begin; n < runs[r].end; ++n)
      if (is_visible_text(page[n]) && (told ? !repeated[r] : where[n] != Where::in_template)) own.add(n);
  return own;
}

}  // namespace pith
