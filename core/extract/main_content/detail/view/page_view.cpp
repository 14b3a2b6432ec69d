#include "core/extract/main_content/detail/view/page_view.h"

#include <memory>

#include "core/extract/main_content/view_page.h"

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
      centres(find_centres(page, elements, runs, sums, scores)),
      interval(best_interval(runs)),
      title(find_title_run(page, runs)),
      steps(count_steps(page, elements, runs, lines, around)) {}

std::shared_ptr<const PageView> view_page(const Document& page) { return std::make_shared<const PageView>(page); }

bool has_text(const PageView& page) { return !page.runs.empty(); }

}  // namespace pith
