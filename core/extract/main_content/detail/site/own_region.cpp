#include "core/extract/main_content/detail/site/own_region.h"

#include "core/extract/main_content/detail/site/beside_content.h"

namespace pith {
namespace {

constexpr float few_with_region = 3;
constexpr float hardly_any = 0.02f, at_most_links = 0.3f, at_most_repeated = 0.25f;

class OwnText {
 public:
  OwnText(const PageView& page, std::span<const float> p, const OtherPages& site) : page_(page), p_(p), site_(site) {}

  bool is_own(RunId r) const {
    const ViewRun& run = page_.runs[r];
    if (p_[r] < hardly_any || run.hidden || run.copies > 1 || site_.text(run.site_hash).pages > 0) return false;
    if (run.phrases != 0 || page_.lines[r].dated || run.text.word_letters <= run.text.digits) return false;
    const bool in_card = is_in_card(r);
    if ((run.link_words > 0 && !in_card) || is_beside_content(page_, r)) return false;
    const SiteStatistics::Place place = site_.place(page_.elements[run.top].path);
    return place.pages >= few_with_region && place.repeated <= at_most_repeated &&
           (in_card || place.link_words <= at_most_links);
  }

 private:
  bool is_in_card(RunId r) const {
    for (NodeId n = page_.runs[r].top; n != no_node; n = page_.page[n].parent)
      if (page_.page[n].tag == Tag::a) return page_.end_run(n) - page_.first_run(n) >= 2;
    return false;
  }

  const PageView& page_;
  std::span<const float> p_;
  const OtherPages& site_;
};

}  // namespace

void complete_region(const PageView& page, std::span<const float> p, const OtherPages& site, RunId headline,
                     std::vector<char>& runs) {
  if (site.pages() < few_with_region || headline >= runs.size()) return;
  const NodeId region = main_around(page, headline);
  const OwnText text(page, p, site);
  for (RunId r = headline + 1; r < page.end_run(region); ++r) runs[r] = runs[r] || text.is_own(r);
}

}  // namespace pith
