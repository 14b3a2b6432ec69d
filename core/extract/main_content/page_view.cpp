#include "core/extract/main_content/page_view.h"

namespace pith {

PageView::PageView(const Document& document)
    : page(document),
      hints(read_structured_hints(page)),
      elements(read_elements(page)),
      runs(read_runs(page, elements)),
      paths(number_paths(elements, runs)),
      lines(find_lines(runs, paths)),
      sums(sum_up(page, runs, lines)),
      groups(find_groups(page, elements, sums)),
      around(look_around(page, elements, runs, sums, groups)),
      scores(score_paragraphs(page, elements, runs, sums)),
      centres(find_centres(page, elements, sums, scores)),
      interval(best_interval(runs)),
      title(find_title(page, runs)),
      steps(count_steps(page, elements, runs, lines, around)) {}

}  // namespace pith
