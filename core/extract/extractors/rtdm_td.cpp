// RTDM-TD: the template is what the fewest edits between the key page and each sibling leave unchanged.
//
// K. Vieira, A. S. da Silva, N. Pinto, E. S. de Moura, J. M. B. Cavalcanti, J. Freire: A Fast and Robust Method for Web
// Page Template Detection and Removal, CIKM 2006; Alarte et al. 2018, §4 ([20], with [18]): a restricted top-down
// mapping between the key page and each sibling (core/trees/rtdm.h), the template is "the intersection of the DOM trees
// (the nodes repeated in all webpages)".
//
// A node is template if it is mapped to an equal node on every sibling; the content is the subtrees below. Chosen here:
// the root is mapped by definition and so never content by itself. Without a sibling nothing can be separated and the
// result is empty. The default of `equality` was chosen by measurement over all data sets.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/trees/rtdm.h"

namespace pith {
namespace {

class RtdmTd final : public Extractor {
 public:
  explicit RtdmTd(const Parameters& p)
      : siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))), strictness_(strictness_of(p)) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return NodeSet(page);
    const HashedTree key(page, strictness_);
    std::vector<std::uint32_t> unchanged(page.size());
    for (const Document* sibling : siblings) {
      if (is_over(input.stop)) return NodeSet(page);
      const HashedTree other(*sibling, strictness_);
      for (const auto& [n, m] : restricted_top_down_mapping(key, other).pairs)
        if (n == 0 || key.signature(n) == other.signature(m)) ++unchanged[n];
    }
    std::vector<bool> is_template(page.size());
    for (NodeId n = 0; n < page.size(); ++n) is_template[n] = unchanged[n] == siblings.size();
    return below_template(page, is_template);
  }

 private:
  std::size_t siblings_;
  Strictness strictness_;
};

}  // namespace

ExtractorInfo rtdm_td_info() {
  return {
      .name = "rtdm_td",
      .version = 1,
      .site_level = true,
      .summary = "what the least edits from the page to its siblings do not leave as it is",
      .source = "Vieira et al., A Fast and Robust Method for Web Page Template Detection and Removal, 2006",
      .parameters = {siblings_parameter(4), equality_parameter("tag")},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<RtdmTd>(p); },
  };
}

}  // namespace pith
