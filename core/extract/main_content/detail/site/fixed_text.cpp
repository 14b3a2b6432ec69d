#include "core/extract/main_content/detail/site/fixed_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {
namespace {

constexpr float several = 3;          // pages: fewer may say the same by chance
constexpr float few_neighbours = 12;  // often the nearest ones, which may share rules, recipes or parts of a manual
constexpr float tenth = 0.1f, some = 0.2f, many = 0.3f, half = 0.5f, always = 0.9f;

class FixedText {
 public:
  FixedText(const PageView& page, const SiteView& view, std::uint32_t run)
      : page_(page),
        run_(page.runs[run]),
        around_(page.around[run]),
        view_(view),
        number_(run),
        same_(view.texts[run].pages),
        alike_(view.masked_texts[run].pages) {}

  bool is_fixed() const {
    const bool surrounded = is_surrounded();
    if (pages() == 2) return !surrounded && is_of_both();
    if (pages() < several) return false;
    if (is_byline() || is_form_of_words() || is_beside_control() || is_beside_content()) return true;
    return !surrounded && (is_common() || is_part_of_fixed_place());
  }

 private:
  float pages() const { return view_.others.pages(); }
  bool is_few() const { return pages() < few_neighbours; }
  bool has(float having, float share) const { return having >= std::max(several, share * pages()); }

  bool is_surrounded() const {
    constexpr std::uint32_t paragraph = 6;
    constexpr float nearby = 200;
    const RunId before = view_.own_before[number_], after = view_.own_after[number_];
    if (before == SiteView::no_run || after == SiteView::no_run || !view_.is_likely_content(number_)) return false;
    if (page_.runs[before].text.words < paragraph || is_in_box()) return false;
    if (view_.words_since_own(number_) + view_.words_until_own(number_) > nearby) return false;
    NodeId around = page_.runs[before].block;
    while (around != 0 && !page_.page.is_ancestor(around, page_.runs[after].block)) around = page_.page[around].parent;
    return is_near(page_.runs[before].block, around) && is_near(run_.block, around);
  }

  bool is_in_box() const {
    constexpr unsigned near = 2;  // elements up
    return around_.is_named_any({NameKind::share, NameKind::related, NameKind::advert, NameKind::popup, NameKind::form,
                                 NameKind::navigation, NameKind::sidebar, NameKind::author},
                                near);
  }

  // Whether an element is at most three below another one.
  bool is_near(NodeId n, NodeId around) const {
    for (int steps = 0; steps <= 3 && n != no_node; ++steps, n = page_.page[n].parent)
      if (n == around) return true;
    return false;
  }

  bool is_of_both() const {
    constexpr std::uint32_t least = 20;
    return run_.text.words >= least && same_ == 2 && view_.own_content >= static_cast<float>(run_.text.words);
  }

  bool is_byline() const {
    constexpr std::uint32_t most = 6;
    return run_.phrases & bit(Phrase::byline) && run_.text.digits > 0 && run_.text.words <= most && has(alike_, many);
  }

  // Long enough for it to be no accident that pages say the same but for numbers, dates and links.
  bool is_form_of_words() const {
    constexpr std::uint32_t least = 12;
    constexpr float some_words = 8;
    return run_.text.words - run_.text.wide / 2 >= run_.link_words + least && view_.own_content >= some_words &&
           2 * same_ <= alike_ && has(alike_, many);
  }

  bool is_sentence() const { return run_.text.words >= 6; }
  bool is_common() const { return is_sentence() && has(same_, is_few() ? 1 : half); }

  // "If you load the map, its owner learns your address. [Load]"
  bool is_beside_control() const {
    constexpr float two = 2;
    constexpr std::uint32_t box = 60;
    if (!is_sentence() || same_ < two) return false;
    const NodeId around = page_.page[run_.block].parent;
    if (around == no_node) return false;
    const Totals all = page_.of(around);
    return all.controls > 0 && all.words <= box && is_place_fixed();
  }

  bool is_beside_content() const {
    if (!is_sentence() || !has(same_, tenth) || around_.is_in(Place::article)) return false;
    return around_.is_in_any({Place::aside, Place::footer, Place::nav});
  }

  bool is_part_of_fixed_place() const { return has(same_, is_few() ? half : some) && is_place_fixed(); }

  bool is_place_fixed() const {
    for (const std::size_t level : {0, 1}) {
      const SiteView::PlaceView* place = view_.around(number_, level);
      if (!place || !place->same || place->there.same < always) return false;
    }
    return true;
  }

  const PageView& page_;
  const ViewRun& run_;
  const Surroundings& around_;
  const SiteView& view_;
  std::uint32_t number_;
  float same_, alike_;  // pages that have the text; that have it but for numbers, dates and links
};

}  // namespace

bool is_fixed_text(const PageView& page, const SiteView& view, std::uint32_t run) {
  return FixedText(page, view, run).is_fixed();
}

}  // namespace pith
