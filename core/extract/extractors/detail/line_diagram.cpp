#include "core/extract/extractors/detail/line_diagram.h"

#include <algorithm>

namespace pith {

std::vector<Paragraph> paragraphs_above(std::span<const std::uint32_t> t1, std::span<const std::uint32_t> t2) {
  const auto height = [&](std::size_t i) { return i < t1.size() ? std::int64_t{t1[i]} - std::int64_t{t2[i]} : 0; };
  std::vector<Paragraph> paragraphs;
  bool above = false;
  for (std::size_t i = 0; i < t1.size(); ++i) {
    const bool was_above = above;
    above = (i > 0 ? height(i - 1) : 0) + height(i) + height(i + 1) > 0;
    if (!above) continue;
    if (!was_above) paragraphs.push_back({i, i, 0});
    paragraphs.back().end = i + 1;
    paragraphs.back().characters += t1[i];
  }
  return paragraphs;
}

std::pair<std::size_t, std::size_t> grow_area(std::span<const Paragraph> paragraphs, std::size_t gap) {
  if (paragraphs.empty()) return {0, 0};
  const auto largest =
      std::max_element(paragraphs.begin(), paragraphs.end(),
                       [](const Paragraph& a, const Paragraph& b) { return a.characters < b.characters; });
  auto first = static_cast<std::size_t>(largest - paragraphs.begin()), last = first;
  while (first > 0 && paragraphs[first].begin - paragraphs[first - 1].end <= gap) --first;
  while (last + 1 < paragraphs.size() && paragraphs[last + 1].begin - paragraphs[last].end <= gap) ++last;
  return {paragraphs[first].begin, paragraphs[last].end};
}

std::vector<bool> text_of_area(const Document& page, const SourceLines& source, std::span<const std::uint32_t> t1,
                               std::span<const std::uint32_t> t2, std::size_t gap) {
  const auto [begin, end] = grow_area(paragraphs_above(t1, t2), gap);
  std::vector<bool> lines(source.lines.size());
  std::fill(lines.begin() + static_cast<std::ptrdiff_t>(begin), lines.begin() + static_cast<std::ptrdiff_t>(end), true);
  return text_on(page, source, lines);
}

ParameterInfo gap_parameter() {
  return {.name = "gap",
          .meaning = "lines that may lie between two paragraphs of the content",
          .fallback = 20L,
          .minimum = 0,
          .maximum = 1000};
}

}  // namespace pith
