#include "core/extract/main_content/detail/fixed_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/extract/main_content/detail/phrases.h"

namespace pith {
namespace {

bool is_beside(const Surroundings& around) {
  if (around.distance(Place::article) < 255) return false;
  for (const Place place : {Place::aside, Place::footer, Place::nav})
    if (around.distance(place) < 255) return true;
  return false;
}

// Long enough for it to be no accident that pages say the same but for numbers, dates and links.
bool is_long(const ViewRun& run) {
  constexpr std::uint32_t least = 12;
  return run.text.words - run.text.wide / 2 >= run.link_words + least;
}

}  // namespace

bool is_fixed_text(const PageView& page, const SiteView& view, std::uint32_t run) {
  constexpr float several = 3, few_pages = 12, tenth = 0.1f, some = 0.2f, many = 0.3f, half = 0.5f, always = 0.9f,
                  some_words = 8;
  constexpr std::uint32_t two_pages_words = 20;
  const float pages = view.others.pages();
  const ViewRun& text = page.runs[run];
  if (pages == 2)
    return text.text.words >= two_pages_words && view.texts[run].pages == 2 &&
           view.own_content >= static_cast<float>(text.text.words);
  if (pages < several) return false;
  if (text.phrases & bit(Phrase::byline) && text.text.digits > 0 && text.text.words <= 6 &&
      view.others.masked_text(text.site_masked_hash).pages >= std::max(several, many * pages))
    return true;
  const float same = view.texts[run].pages;
  const float alike = view.others.masked_text(text.site_masked_hash).pages;
  if (is_long(text) && view.own_content >= some_words && 2 * same <= alike && alike >= std::max(several, many * pages))
    return true;
  // Few pages are often the nearest ones, which may share rules, recipes or parts of a manual.
  const bool few = pages < few_pages;
  if (text.text.words >= 6 && same >= std::max(several, (few ? 1 : half) * pages)) return true;
  if (text.text.words >= 6 && same >= std::max(several, tenth * pages) && is_beside(page.around[run])) return true;
  if (same < std::max(several, (few ? half : some) * pages)) return false;
  for (const std::size_t level : {0, 1}) {
    const SiteView::PlaceView* place = view.around(run, level);
    if (!place || !place->same || place->there.same < always) return false;
  }
  return true;
}

}  // namespace pith
