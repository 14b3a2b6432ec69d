// How far each run of a page view is from runs and elements that announce something.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "core/dom/document.h"
#include "core/extract/main_content/detail/view/page_elements.h"
#include "core/extract/main_content/detail/view/page_paths.h"
#include "core/extract/main_content/detail/view/page_runs.h"
#include "core/extract/main_content/detail/view/page_surroundings.h"
#include "core/extract/main_content/detail/view/phrases.h"

namespace pith {

// A number of runs for each run; on most pages there are no runs of most kinds, and then it takes no memory.
class StepList {
 public:
  static constexpr std::uint16_t never = 0xffff;

  StepList() = default;
  // Of `runs` numbers, or empty: `never` for each of them.
  StepList(std::size_t runs, std::vector<std::uint16_t> steps) : runs_(runs), steps_(std::move(steps)) {}

  std::size_t size() const { return runs_; }
  std::uint16_t operator[](std::size_t run) const { return steps_.empty() ? never : steps_[run]; }
  std::uint16_t back() const { return steps_.empty() ? never : steps_.back(); }

 private:
  std::size_t runs_ = 0;
  std::vector<std::uint16_t> steps_;
};

// For each run, how many runs ago the last one of a kind was (0: it is one itself), and how many until the next one.
// `never` if there is none.
struct Steps {
  static constexpr std::uint16_t never = StepList::never;
  StepList since, until;
};

struct PageSteps {
  std::array<Steps, phrase_kinds> phrases;  // to runs of at most 6 words with the phrase
  Steps prose, dated, separator, linked_title;
  Steps heading;                                           // to runs in a heading element
  Steps near_heading;                                      // to runs at most 3 steps below a heading
  StepList since_heading_comments, since_heading_related;  // since headings with the phrase
  // Runs since the last empty element (such as <a id=comments>) or heading whose name is one for comments.
  std::vector<RunId> since_comment_marker;
};

// O(nodes + runs).
PageSteps count_steps(const Document& page, const PageElements& elements, const PageRuns& runs,
                      std::span<const Line> lines, const PageSurroundings& around);

}  // namespace pith
