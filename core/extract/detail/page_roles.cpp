#include "core/extract/detail/page_roles.h"

namespace pith {

PageRoles::PageRoles(const Document& page, const NodeSet& content, const NodeSet& own, const NodeSet& left_out)
    : page_(page), content_(content), asides_(page), template_(page) {
  for (NodeId n = 0; n < page.size(); ++n)
    if (is_visible_text(page[n]) && !content.contains(n) && !left_out.contains(n))
      (own.contains(n) ? asides_ : template_).add(n);
}

std::optional<Role> PageRoles::of(NodeId n) const {
  if (asides_.contains(n)) return Role::aside;
  if (template_.contains(n)) return Role::site_template;
  if (is_visible_text(page_[n]) && content_.contains(n)) return Role::content;
  return std::nullopt;
}

std::optional<Role> PageRoles::of(const TextRun& run) const {
  for (NodeId n = run.begin; n < run.end; ++n)
    if (const auto role = of(n)) return role;
  return std::nullopt;
}

BlockCount PageRoles::count(Role role, std::span<const TextRun> runs, const NodeSet* except) const {
  BlockCount sum;
  for (const TextRun& run : runs) {
    if (of(run) != role) continue;
    NodeId n = run.begin;
    while (n < run.end && !(of(n) && !(except && except->contains(n)))) ++n;
    if (n == run.end) continue;
    ++sum.blocks;
    sum.words += run.words;
  }
  return sum;
}

}  // namespace pith
