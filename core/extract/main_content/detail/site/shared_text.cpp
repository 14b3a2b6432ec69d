#include "core/extract/main_content/detail/site/shared_text.h"

#include <algorithm>
#include <cstdint>

#include "core/extract/main_content/detail/site/beside_content.h"
#include "core/extract/main_content/detail/view/fact_rows.h"

namespace pith {
namespace {

class SharedText {
 public:
  static constexpr std::size_t least_rows = 2;

  SharedText(const PageView& page, const Choice& alone, const OtherPages& site)
      : page_(page), alone_(alone), site_(site) {}

  // Needed for is_fact() alone.
  void find_facts() {
    const PageView& page = page_;
    facts_.resize(page.runs.size());
    const auto mark = [&](NodeId n) {
      std::fill(facts_.begin() + page.first_run(n), facts_.begin() + page.end_run(n), 1);
    };
    for (NodeId n = 0; n < page.page.size(); ++n)
      if (page.page[n].flags & Node::data_table || page.page[n].tag == Tag::dl) mark(n);
    // Two short paragraphs are text.
    for (const std::vector<NodeId>& rows : find_fact_rows(page, least_rows))
      if (rows.size() > least_rows || page.page[rows.front()].tag != Tag::p) std::ranges::for_each(rows, mark);
  }

  // Of runs that are not chosen.
  bool is_content(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (!alone_.runs[r] || run.hidden || run.link_words > 0 || run.phrases != 0) return false;
    if (is_beside_content(page_, r)) return false;
    return is_own(r) || text_in_place(r).content >= alone_.threshold;
  }
  // The page alone takes all but a little of the element for content: then it is no wrapper of the whole site.
  bool is_all_content(NodeId region) const {
    constexpr std::uint64_t times = 10;
    std::uint64_t words = 0, content = 0;
    for (RunId r = page_.first_run(region); r < page_.end_run(region); ++r) {
      if (page_.runs[r].hidden) continue;
      words += page_.runs[r].text.words;
      content += alone_.runs[r] ? page_.runs[r].text.words : 0;
    }
    return region != 0 && page_.page[region].tag != Tag::body && times * (words - content) <= words;
  }
  // Of a table, a list of definitions or rows of facts.
  bool is_fact(RunId r) const { return facts_[r] && is_content(r); }
  bool is_own_content(RunId r) const { return is_own(r) && is_content(r); }

 private:
  SiteStatistics::Text text_in_place(RunId r) const {
    return site_.text_in(page_.elements[page_.runs[r].top].path, page_.runs[r].site_hash);
  }
  bool is_own(RunId r) const { return text_in_place(r).pages == 0; }

  const PageView& page_;
  const Choice& alone_;
  const OtherPages& site_;
  std::vector<char> facts_;
};

bool is_heading(const PageView& page, RunId r) { return heading_level(page.page[page.runs[r].block].tag) > 0; }

std::uint64_t words_in(const PageView& page, RunId begin, RunId end) {
  std::uint64_t words = 0;
  for (RunId r = begin; r < end; ++r) words += page.runs[r].text.words;
  return words;
}

// Behind the last run that shared text may be the content's in. Pages without a <main> often have the whole site in one
// element: there, it is the last text that is chosen or the page's own, or what that heads, if that is not longer than
// the page up to there.
RunId end_of_content(const PageView& page, RunId headline, const std::vector<char>& runs, SharedText& text) {
  if (const NodeId main = main_around(page, headline); main != 0) return page.end_run(main);
  const NodeId region = around_chosen(page, headline, runs);
  RunId end = page.end_run(region);
  const RunId end_of_region = end;
  RunId facts = 0;  // behind the last of them
  if (text.is_all_content(region)) {
    text.find_facts();
    facts = end;
  }
  while (facts > headline + 1 && !text.is_fact(facts - 1)) --facts;
  while (end > headline + 1 && !runs[end - 1] && !text.is_own_content(end - 1)) --end;
  end = std::max(end, facts);
  if (!is_heading(page, end - 1)) return end;
  const NodeId around = page.page[page.runs[end - 1].block].parent;
  RunId headed = end;
  while (headed < end_of_region && page.page.is_ancestor(around, page.runs[headed].block) && !is_heading(page, headed))
    ++headed;
  return words_in(page, end, headed) <= words_in(page, headline, end) ? headed : end;
}

}  // namespace

void keep_shared_text(const PageView& page, const Choice& alone, const OtherPages& site, RunId headline,
                      std::vector<char>& runs) {
  constexpr std::uint64_t most = 3;  // times the page's own
  if (headline >= runs.size()) return;
  SharedText text(page, alone, site);
  std::vector<RunId> shared;
  std::uint64_t shared_words = 0, own_words = 0;
  const RunId end = end_of_content(page, headline, runs, text);
  for (RunId r = headline; r < end; ++r) {
    const std::uint32_t words = page.runs[r].text.words;
    if (runs[r]) own_words += words;
    if (runs[r] || !text.is_content(r)) continue;
    shared.push_back(r);
    shared_words += words;
  }
  if (main_around(page, headline) == 0 && shared_words > most * own_words) return;
  for (const RunId r : shared) runs[r] = true;
}

}  // namespace pith
