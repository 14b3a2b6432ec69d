// SST: what the site style tree does not find noisy.
//
// L. Yi, B. Liu, X. Li: Eliminating Noisy Information in Web Pages for Data Mining, KDD 2003; Alarte et al. 2018, §5
// ([24]). The key page and the siblings are merged into one tree whose elements get an importance
// (core/trees/site_style_tree.h). An element is noisy if its composite importance and that of everything below it is
// under the threshold `t`. The content is the key page's nodes that map to elements that are not noisy.
//
// A text or an image is a leaf, so by that definition its own importance decides. Chosen here: an element above both
// noisy text and other text is not noisy by that definition, least of all the page's root; of such elements only the
// text and images that are not noisy are returned (core/extract/detail/chosen_nodes.h). Without a sibling nothing can
// be separated and the result is empty. The defaults of `t` and `equality` were chosen by measurement over all data
// sets.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/trees/site_style_tree.h"

namespace pith {
namespace {

class Sst final : public Extractor {
 public:
  explicit Sst(const Parameters& p)
      : threshold_(parameter<double>(p, "t")),
        siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))),
        strictness_(strictness_of(p)) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    std::vector<bool> chosen(page.size());
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return NodeSet(page);
    std::vector<const Document*> pages{&page};
    pages.insert(pages.end(), siblings.begin(), siblings.end());
    const SiteStyleTree site(pages, strictness_);
    for (NodeId n = 0; n < page.size(); ++n)
      if (is_choosable(page[n]) && !site.noisy(site.element_of(n), threshold_)) chosen[n] = true;
    return content_of(page, chosen);
  }

 private:
  double threshold_;
  std::size_t siblings_;
  Strictness strictness_;
};

}  // namespace

ExtractorInfo sst_info() {
  return {
      .name = "sst",
      .version = 1,
      .site_level = true,
      .summary = "site style tree: what varies enough between the pages of a site in layout or in content",
      .source = "Yi, Liu, Li, Eliminating Noisy Information in Web Pages for Data Mining, 2003, sections 3 and 4",
      .parameters =
          {
              {.name = "t",
               .meaning = "importance under which an element is noise, if all below it is too",
               .fallback = 0.9,
               .minimum = 0.0,
               .maximum = 1.0},
              siblings_parameter(4),
              equality_parameter("tag"),
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Sst>(p); },
  };
}

}  // namespace pith
