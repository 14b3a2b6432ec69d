#include "core/extract/main_content/detail/site/shared_text.h"

#include <cstdint>

#include "core/extract/main_content/detail/site/beside_content.h"

namespace pith {
namespace {

class SharedText {
 public:
  SharedText(const PageView& page, const Choice& alone, const OtherPages& site)
      : page_(page), alone_(alone), site_(site) {}

  // Of runs that are not chosen.
  bool is_content(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (!alone_.runs[r] || run.hidden || run.link_words > 0 || run.phrases != 0) return false;
    if (is_beside_content(page_, r)) return false;
    return is_own(r) || text_in_place(r).content >= alone_.threshold;
  }
  bool is_own_content(RunId r) const { return is_own(r) && is_content(r); }

 private:
  SiteStatistics::Text text_in_place(RunId r) const {
    return site_.text_in(page_.elements[page_.runs[r].top].path, page_.runs[r].site_hash);
  }
  bool is_own(RunId r) const { return text_in_place(r).pages == 0; }

  const PageView& page_;
  const Choice& alone_;
  const OtherPages& site_;
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
RunId end_of_content(const PageView& page, RunId headline, const std::vector<char>& runs, const SharedText& text) {
  if (const NodeId main = main_around(page, headline); main != 0) return page.end_run(main);
  RunId end = page.end_run(around_chosen(page, headline, runs));
  const RunId end_of_region = end;
  while (end > headline + 1 && !runs[end - 1] && !text.is_own_content(end - 1)) --end;
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
  const SharedText text(page, alone, site);
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
