#include "core/extract/main_content/detail/rules/names_of_site.h"

#include <algorithm>

#include "core/page/page_names.h"

namespace pith {

std::vector<std::string> names_of_site(const Document& page, const OtherPages& site) {
  if (site.pages() < 2) return {};
  std::vector<std::string> shared;
  bool has_own_part = false;
  const std::vector<PageName> names = page_names(page);
  const PageName *rarest = nullptr, *commonest = nullptr;  // of the title's parts
  const auto pages = [&](const PageName* name) { return site.pages_called(name->hash); };
  for (const PageName& name : names) {
    const bool is_shared = pages(&name) >= 2 && 3 * pages(&name) >= site.pages();
    if (is_shared) shared.push_back(name.text);
    if (!name.is_of_title) continue;
    has_own_part = has_own_part || !is_shared;
    if (!rarest || pages(&name) < pages(rarest)) rarest = &name;
    if (!commonest || pages(&name) > pages(commonest)) commonest = &name;
  }
  if (rarest && !has_own_part && 3 * pages(rarest) < 2 * pages(commonest)) std::erase(shared, rarest->text);
  return shared;
}

}  // namespace pith
