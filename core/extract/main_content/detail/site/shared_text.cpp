#include "core/extract/main_content/detail/site/shared_text.h"

#include "core/extract/main_content/detail/site/beside_content.h"

namespace pith {

void keep_shared_text(const PageView& page, const Choice& alone, const OtherPages& site, RunId headline,
                      std::vector<char>& runs) {
  if (headline >= runs.size()) return;
  const NodeId region = main_around(page, headline);
  if (region == 0) return;
  for (RunId r = headline + 1; r < page.end_run(region); ++r) {
    const ViewRun& run = page.runs[r];
    if (runs[r] || !alone.runs[r] || run.hidden || run.link_words > 0 || run.phrases != 0) continue;
    if (is_beside_content(page, r)) continue;
    const SiteStatistics::Text text = site.text_in(page.elements[run.top].path, run.site_hash);
    runs[r] = text.pages == 0 || text.content >= alone.threshold;
  }
}

}  // namespace pith
