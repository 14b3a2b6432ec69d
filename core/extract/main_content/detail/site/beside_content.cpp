#include "core/extract/main_content/detail/site/beside_content.h"

#include <cstdint>

#include "core/extract/main_content/detail/view/names.h"
#include "core/extract/main_content/detail/view/places.h"

namespace pith {

bool is_beside_content(const PageView& page, RunId run) {
  constexpr unsigned near = 2;  // elements up; farther up, a name is of more than this text
  const Surroundings& around = page.around[run];
  return around.is_named_any({NameKind::author, NameKind::member, NameKind::paging, NameKind::navigation,
                              NameKind::related, NameKind::comment, NameKind::popup, NameKind::meta, NameKind::tags,
                              NameKind::share, NameKind::form, NameKind::footer, NameKind::sidebar, NameKind::caption,
                              NameKind::review, NameKind::toc, NameKind::advert},
                             near) ||
         around.is_in_any({Place::form, Place::button, Place::nav, Place::footer, Place::label, Place::aside});
}

NodeId main_around(const PageView& page, RunId run) {
  NodeId n = page.runs[run].top;
  while (n != 0 && !(page.elements[n].places & bit(Place::main))) n = page.page[n].parent;
  return n;
}

NodeId around_chosen(const PageView& page, RunId headline, const std::vector<char>& runs) {
  const auto words = [&](NodeId n) {
    std::uint64_t sum = 0;
    for (RunId r = page.first_run(n); r < page.end_run(n); ++r) sum += runs[r] ? page.runs[r].text.words : 0;
    return sum;
  };
  const std::uint64_t all = words(0);
  NodeId n = page.runs[headline].top;
  while (n != 0 && 5 * words(n) < 4 * all) n = page.page[n].parent;
  return n;
}

}  // namespace pith
