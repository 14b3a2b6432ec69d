#include "core/extract/site/template_text.h"

#include "core/dom/collapsed_text.h"
#include "core/dom/text_runs.h"
#include "core/extract/extracted_page.h"
#include "core/extract/main_content/detail/view/page_view.h"

namespace pith {

void TemplateText::add(const PageView& view, const TextStatistics& site, const NodeSet& left_out) {
  if (site.pages() < enough_pages) return;
  for (const ViewRun& run : view.runs) {
    if (run.hidden || site.pages_with(run.site_hash) <= 0.5f || known_.contains(run.hash)) continue;
    bool whole = true;
    std::string line = collapsed_text(view.page, run.begin, run.end, [&](NodeId n) {
      const bool taken = is_visible_text(view.page[n]);
      whole = whole && !(taken && left_out.contains(n));
      return taken;
    });
    if (!whole || line.empty() || text_.size() + line.size() >= max_template_bytes) continue;
    known_.insert(run.hash);
    if (!text_.empty()) text_ += '\n';
    text_ += line;
  }
}

}  // namespace pith
