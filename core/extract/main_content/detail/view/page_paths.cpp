#include "core/extract/main_content/detail/view/page_paths.h"

#include "core/base/stable_hash.h"
#include "core/extract/main_content/detail/view/numbering.h"

namespace pith {

PagePaths number_paths(const PageElements& elements, const PageRuns& runs) {
  PagePaths out;
  out.by_run.reserve(runs.size());
  Numbering numbers(runs.size());
  for (const ViewRun& run : runs) {
    const std::uint64_t key = elements[run.top].path;
    const std::uint32_t number = numbers.of(key);
    out.by_run.push_back(number);
    if (number == out.size()) out.list.push_back({.key = key});
    Path& path = out.list[number];
    ++path.runs;
    path.words += run.text.words;
    path.link_words += run.link_words;
    path.prose += run.prose ? run.text.words : 0;
  }
  return out;
}

std::vector<Line> find_lines(const PageRuns& runs, const PagePaths& paths) {
  struct Kind {
    std::uint32_t times = 0, last = 0;
  };
  std::vector<Kind> kinds(runs.size());
  Numbering numbers(runs.size());
  const auto kind_of = [&](RunId r) -> Kind* {
    const ViewRun& run = runs[r];
    if (run.text.words < 2 || run.text.words > 16) return nullptr;
    return &kinds[numbers.of(mix(paths.by_run[r], runs.words[run.first_word]))];
  };
  std::vector<Line> out(runs.size());
  std::uint32_t prose_runs = 0;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = runs[r];
    out[r].dated = run.text.years > 0 && run.text.words <= 16;
    const bool linked = run.link_words * 10 >= run.text.words * 9 && run.text.words >= 3;
    out[r].linked_title = linked && r + 1 < runs.size() && runs[r + 1].link_words * 2 < runs[r + 1].text.words &&
                          runs[r + 1].text.words >= 6;
    prose_runs += run.prose;
    if (Kind* const kind = kind_of(r)) {
      if (kind->times == 0 || prose_runs > kind->last) ++kind->times;
      kind->last = prose_runs;
    }
  }
  for (RunId r = 0; r < runs.size(); ++r) {
    const Kind* const kind = kind_of(r);
    out[r].separator = kind && kind->times >= 3;
  }
  return out;
}

}  // namespace pith
