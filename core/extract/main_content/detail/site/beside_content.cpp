#include "core/extract/main_content/detail/site/beside_content.h"

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

}  // namespace pith
