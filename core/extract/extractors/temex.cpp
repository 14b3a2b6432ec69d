// TemEx: the template is what the equal top-down mapping finds on sibling pages too.
//
// J. Alarte, D. Insa, J. Silva, S. Tamarit: Site-Level Web Template Extraction Based on DOM Analysis, 2015;
// Alarte et al. 2018, §4 ([3]): a node belongs to the template if it is repeated in t web pages, "being t a threshold
// determined empirically". The mapping is that of Alarte et al. 2018, §2.2 (core/trees/etdm.h). The content is what
// TemEx does not look for: the rest, the subtrees below the template's border.
//
// Chosen here: with fewer than t siblings, all of them must have the node. The extractor does not choose the siblings
// to compare (the original looks for pages that link to each other). Without a sibling nothing can be separated and the
// result is empty. The defaults of `t` and `equality` were chosen by measurement over all data sets.
#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/trees/etdm.h"

namespace pith {
namespace {

class Temex final : public Extractor {
 public:
  explicit Temex(const Parameters& p)
      : pages_(static_cast<std::size_t>(parameter<long>(p, "t"))),
        siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))),
        strictness_(strictness_of(p)) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return NodeSet(page);
    const auto occurrences = count_occurrences(page, siblings, strictness_);
    const std::size_t needed = std::min(pages_, siblings.size());
    std::vector<bool> is_template(page.size());
    for (NodeId n = 0; n < page.size(); ++n) is_template[n] = occurrences[n] >= needed;
    return below_template(page, is_template);
  }

 private:
  std::size_t pages_, siblings_;
  Strictness strictness_;
};

}  // namespace

ExtractorInfo temex_info() {
  return {
      .name = "temex",
      .version = 1,
      .site_level = true,
      .summary = "what lies below the border of the nodes that sibling pages have too",
      .source = "Alarte et al., Site-Level Web Template Extraction Based on DOM Analysis, 2015",
      .parameters =
          {
              {.name = "t",
               .meaning = "siblings that must have a node for it to be template",
               .fallback = 1L,
               .minimum = 1,
               .maximum = 64},
              siblings_parameter(4),
              equality_parameter("tag"),
          },
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<Temex>(p); },
  };
}

}  // namespace pith
