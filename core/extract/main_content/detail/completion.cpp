#include "core/extract/main_content/detail/completion.h"

#include <algorithm>
#include <cstdint>

namespace pith {
namespace {

// Letters, twenty words of English: a table with longer texts in its cells may only lay out the page.
constexpr std::uint32_t cell_text = 100;

class Completion {
 public:
  Completion(const PageView& page, std::vector<char>& runs)
      : page_(page), runs_(runs), next_(runs.size() + 1, none()), previous_(runs.size() + 1, none()) {
    for (RunId r = 0; r < none(); ++r) previous_[r + 1] = page.runs[r].hidden ? previous_[r] : r;
    for (RunId r = none(); r-- > 0;) next_[r] = page.runs[r].hidden ? next_[r + 1] : r;
  }

  void take(NodeId n) {
    for (RunId r = page_.first_run(n); r < page_.end_run(n); ++r) runs_[r] = runs_[r] || !page_.runs[r].hidden;
  }
  bool is_any_taken(NodeId n) const {
    return std::any_of(runs_.begin() + page_.first_run(n), runs_.begin() + page_.end_run(n),
                       [](char run) { return run != 0; });
  }
  bool is_link(NodeId n) const {
    return std::all_of(page_.runs.begin() + page_.first_run(n), page_.runs.begin() + page_.end_run(n),
                       [](const ViewRun& run) { return run.link_words == run.text.words; });
  }
  // The visible runs right after and right before an element; none() if there are none.
  RunId after(NodeId n) const { return next_[page_.end_run(n)]; }
  RunId before(NodeId n) const { return previous_[page_.first_run(n)]; }
  RunId none() const { return static_cast<RunId>(runs_.size()); }
  bool is_taken(RunId r) const { return r != none() && runs_[r]; }

 private:
  const PageView& page_;
  std::vector<char>& runs_;
  std::vector<RunId> next_, previous_;  // visible run from each on, and before each
};

void complete_tables(const PageView& page, const std::vector<char>& runs, Completion& completion) {
  for (NodeId t = 0; t < page.page.size(); ++t) {
    if (!(page.page[t].flags & Node::data_table)) continue;
    std::size_t words = 0, taken = 0, longest = 0;
    for (RunId r = page.first_run(t); r < page.end_run(t); ++r) {
      words += page.runs[r].text.words;
      longest = std::max<std::size_t>(longest, page.runs[r].text.letters);
      if (runs[r]) taken += page.runs[r].text.words;
    }
    if (longest > cell_text) continue;
    const bool within = completion.is_taken(completion.before(t)) && completion.is_taken(completion.after(t));
    if (taken > 0 ? 5 * taken >= words : within) {
      completion.take(t);
      continue;
    }
    for (NodeId n = t; n < page.page.end_of(t); ++n)
      if (page.page[n].tag == Tag::tr && completion.is_any_taken(n)) completion.take(n);
  }
}

// From the end, so that a heading right before another heading finds that one decided.
void complete_headings(const PageView& page, Completion& completion) {
  for (NodeId n = static_cast<NodeId>(page.page.size()); n-- > 0;) {
    const int level = heading_level(page.page[n].tag);
    if (level == 0 || completion.is_any_taken(n) || completion.is_link(n)) continue;
    const RunId next = completion.after(n);
    if (!completion.is_taken(next)) continue;
    const int next_level = heading_level(page.page[page.runs[next].block].tag);
    if (next_level == 0 || next_level > level) completion.take(n);
  }
}

}  // namespace

void complete_runs(const PageView& page, std::vector<char>& runs) {
  Completion completion(page, runs);
  complete_tables(page, runs, completion);
  complete_headings(page, completion);
}

}  // namespace pith
