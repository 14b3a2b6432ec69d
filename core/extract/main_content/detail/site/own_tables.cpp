#include "core/extract/main_content/detail/site/own_tables.h"

#include <algorithm>

namespace pith {
namespace {

bool is_likely_content(const PageView& page, NodeId table, std::span<const float> alone) {
  double words = 0, content = 0;
  for (RunId r = page.first_run(table); r < page.end_run(table); ++r) {
    words += page.runs[r].text.words;
    content += static_cast<double>(alone[r]) * page.runs[r].text.words;
  }
  return 2 * content >= words;
}

}  // namespace

void keep_own_tables(const PageView& page, const SiteView& view, std::span<const float> alone, std::span<float> p) {
  for (NodeId n = 0; n < page.page.size(); ++n) {
    if (!(page.page[n].flags & Node::data_table) && page.page[n].tag != Tag::dl) continue;
    const SiteView::PlaceView* place = view.place(page.elements[n].path);
    if (!place || place->same || !is_likely_content(page, n, alone)) continue;
    for (RunId r = page.first_run(n); r < page.end_run(n); ++r) p[r] = std::max(p[r], alone[r]);
  }
}

}  // namespace pith
