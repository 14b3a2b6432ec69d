#include "core/extract/main_content/detail/site/site_completion.h"

#include <span>
#include <vector>

namespace pith {
namespace {

constexpr float few_pages = 3;
constexpr float hardly = 0.05f;
constexpr float mostly = 0.5f, most_link_share = 0.3f, most_repeated_share = 0.25f;

bool is_own_text(const ViewRun& run, const OtherPages& site) {
  return !run.hidden && run.link_words == 0 && run.copies == 1 && site.text(run.site_hash).pages == 0;
}

bool holds_content(const SiteStatistics::Place& place) {
  return place.pages >= few_pages && place.content >= mostly && place.link_words <= most_link_share &&
         place.repeated <= most_repeated_share;
}

}  // namespace

void complete_by_site(const PageView& page, std::span<const float> p, const OtherPages& site, std::vector<char>& runs) {
  if (site.pages() < few_pages) return;
  for (RunId r = 0; r < runs.size(); ++r) {
    const ViewRun& run = page.runs[r];
    if (runs[r] || p[r] < hardly || !is_own_text(run, site)) continue;
    runs[r] = holds_content(site.place(page.elements[run.top].path));
  }
}

}  // namespace pith
