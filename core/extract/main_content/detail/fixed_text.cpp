#include "core/extract/main_content/detail/fixed_text.h"

#include <algorithm>
#include <cstddef>

#include "core/extract/main_content/detail/phrases.h"

namespace pith {

bool is_fixed_text(const PageView& page, const SiteView& view, std::uint32_t run) {
  constexpr float several = 3, few_pages = 12, some = 0.2f, many = 0.3f, half = 0.5f, always = 0.9f;
  const float pages = view.others.pages();
  if (pages < several) return false;
  const ViewRun& text = page.runs[run];
  if (text.phrases & bit(Phrase::byline) && text.text.digits > 0 && text.text.words <= 6 &&
      view.others.masked_text(text.site_masked_hash).pages >= std::max(several, many * pages))
    return true;
  const float same = view.texts[run].pages;
  // Few pages are often the nearest ones, which may share rules, recipes or parts of a manual.
  const bool few = pages < few_pages;
  if (text.text.words >= 6 && same >= std::max(several, (few ? 1 : half) * pages)) return true;
  if (same < std::max(several, (few ? half : some) * pages)) return false;
  for (const std::size_t level : {0, 1}) {
    const SiteView::PlaceView* place = view.around(run, level);
    if (!place || !place->same || place->there.same < always) return false;
  }
  return true;
}

}  // namespace pith
