// How far each run of a page view is from runs and elements that announce something.
#include <algorithm>

#include "core/extract/main_content/page_view.h"

namespace pith {
namespace {

template <typename Is>
Steps steps_of(std::size_t count, Is&& is) {
  Steps out;
  out.since.resize(count);
  out.until.resize(count);
  std::uint16_t steps = Steps::never;
  const auto next = [&](std::size_t r) {
    if (is(r))
      steps = 0;
    else if (steps < Steps::never - 1)
      ++steps;
    return steps;
  };
  for (std::size_t r = 0; r < count; ++r) out.since[r] = next(r);
  steps = Steps::never;
  for (std::size_t r = count; r-- > 0;) out.until[r] = next(r);
  return out;
}

}  // namespace

void PageView::count_steps() {
  const std::size_t count = runs.size();
  const auto heading = [&](std::size_t r) { return runs[r].place_distance[static_cast<std::size_t>(Place::heading)]; };
  for (std::size_t k = 0; k < phrase_kinds; ++k)
    phrase_steps[k] =
        steps_of(count, [&](std::size_t r) { return runs[r].phrases >> k & 1 && runs[r].text.words <= 6; });
  prose_steps = steps_of(count, [&](std::size_t r) { return runs[r].prose; });
  dated_steps = steps_of(count, [&](std::size_t r) { return runs[r].dated; });
  separator_steps = steps_of(count, [&](std::size_t r) { return runs[r].separator; });
  linked_title_steps = steps_of(count, [&](std::size_t r) { return runs[r].linked_title; });
  heading_steps = steps_of(count, [&](std::size_t r) { return heading_level(page[runs[r].block].tag) > 0; });
  near_heading_steps = steps_of(count, [&](std::size_t r) { return heading(r) < 4; });
  since_heading_comments =
      steps_of(count, [&](std::size_t r) { return heading(r) < 255 && runs[r].phrases & bit(Phrase::comments); }).since;
  since_heading_related =
      steps_of(count, [&](std::size_t r) { return heading(r) < 255 && runs[r].phrases & bit(Phrase::related); }).since;
}

// Of empty elements, such as <a id=comments>, and of headings.
void PageView::find_markers() {
  constexpr RunId never = 2000;
  since_comment_marker.assign(runs.size(), never);
  std::uint32_t marked = 0;  // runs before the last marker, plus 1
  NodeId n = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    for (; n <= runs[r].top || n < runs[r].begin; ++n) {
      if (!page[n].is_element() || n == 0) continue;
      const bool empty = page[n].subtree_size == 1, heading = heading_level(page[n].tag) > 0;
      if (!empty && !heading) continue;
      std::uint32_t names = elements[n].names;
      if (empty && page[n].tag == Tag::a) names |= kinds_of_names(page.attribute(n, "name"));
      if (names & bit(NameKind::comment)) marked = r + 1;
    }
    if (marked > 0) since_comment_marker[r] = std::min(r + 1 - marked, never);
  }
}

}  // namespace pith
