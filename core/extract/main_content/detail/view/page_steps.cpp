#include "core/extract/main_content/detail/view/page_steps.h"

#include <algorithm>

namespace pith {
namespace {

template <typename Is>
StepList since(std::size_t count, const Is& is) {
  std::size_t first = 0;
  while (first < count && !is(first)) ++first;
  if (first == count) return {count, {}};
  std::vector<std::uint16_t> out(count, Steps::never);
  std::uint16_t steps = 0;
  for (std::size_t r = first; r < count; ++r, steps += steps < Steps::never - 1) {
    if (is(r)) steps = 0;
    out[r] = steps;
  }
  return {count, std::move(out)};
}

template <typename Is>
Steps steps_of(std::size_t count, const Is& is) {
  Steps out{since(count, is), {count, {}}};
  if (count == 0 || out.since.back() == Steps::never) return out;
  std::vector<std::uint16_t> until(count);
  std::uint16_t steps = Steps::never;
  for (std::size_t r = count; r-- > 0;) {
    if (out.since[r] == 0)
      steps = 0;
    else if (steps < Steps::never - 1)
      ++steps;
    until[r] = steps;
  }
  out.until = {count, std::move(until)};
  return out;
}

std::vector<RunId> since_comment_marker(const Document& page, const PageElements& elements, const PageRuns& runs) {
  constexpr RunId never = 2000;
  std::vector<RunId> since(runs.size(), never);
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
    if (marked > 0) since[r] = std::min(r + 1 - marked, never);
  }
  return since;
}

}  // namespace

PageSteps count_steps(const Document& page, const PageElements& elements, const PageRuns& runs,
                      std::span<const Line> lines, const PageSurroundings& around) {
  const std::size_t count = runs.size();
  const auto heading = [&](std::size_t r) { return around[r].distance(Place::heading); };
  PageSteps out;
  for (std::size_t k = 0; k < phrase_kinds; ++k)
    out.phrases[k] =
        steps_of(count, [&](std::size_t r) { return runs[r].phrases >> k & 1 && runs[r].text.words <= 6; });
  out.prose = steps_of(count, [&](std::size_t r) { return runs[r].prose; });
  out.dated = steps_of(count, [&](std::size_t r) { return lines[r].dated; });
  out.separator = steps_of(count, [&](std::size_t r) { return lines[r].separator; });
  out.linked_title = steps_of(count, [&](std::size_t r) { return lines[r].linked_title; });
  out.heading = steps_of(count, [&](std::size_t r) { return heading_level(page[runs[r].block].tag) > 0; });
  out.near_heading = steps_of(count, [&](std::size_t r) { return heading(r) < 4; });
  const auto since_heading = [&](Phrase phrase) {
    return since(count, [&](std::size_t r) { return heading(r) < 255 && runs[r].phrases & bit(phrase); });
  };
  out.since_heading_comments = since_heading(Phrase::comments);
  out.since_heading_related = since_heading(Phrase::related);
  out.since_comment_marker = since_comment_marker(page, elements, runs);
  return out;
}

}  // namespace pith
