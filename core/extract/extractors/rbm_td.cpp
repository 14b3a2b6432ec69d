// RBM-TD: the template is the subtrees that every page has, identical and at the same position.
//
// K. Vieira, A. L. da Costa Carvalho, K. Berlt, E. S. de Moura, A. S. da Silva, J. Freire: On Finding Templates on Web
// Collections, World Wide Web 12(2), 2009; Alarte et al. 2018, §4 ("RBMTD", [19]). The mapping is in core/trees/rbm.h;
// the template is the intersection over all siblings.
//
// The content is the visible text nodes and images outside the template, and the elements whose text is all content: an
// element above both template and content is neither (core/extract/detail/chosen_nodes.h). Without a sibling nothing
// can be separated and the result is empty. `equality` made no difference to the words found on any data set; the
// default is the strictest, since only that one distinguishes two images.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/extract/detail/chosen_nodes.h"
#include "core/extract/extractors/detail/site_parameters.h"
#include "core/trees/rbm.h"

namespace pith {
namespace {

class RbmTd final : public Extractor {
 public:
  explicit RbmTd(const Parameters& p)
      : siblings_(static_cast<std::size_t>(parameter<long>(p, "n"))), strictness_(strictness_of(p)) {}

  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    std::vector<bool> chosen(page.size());
    const auto siblings = input.siblings.first(std::min(siblings_, input.siblings.size()));
    if (siblings.empty()) return NodeSet(page);
    const HashedTree key(page, strictness_);
    std::vector<std::uint32_t> found(page.size());
    for (const Document* sibling : siblings)
      restricted_bottom_up_mapping(key, HashedTree(*sibling, strictness_), [&](NodeId n, NodeId) {
        for (NodeId below = n; below < page.end_of(n); ++below) ++found[below];
      });
    for (NodeId n = 0; n < page.size(); ++n)
      if (is_choosable(page[n]) && found[n] < siblings.size()) chosen[n] = true;
    return content_of(page, chosen);
  }

 private:
  std::size_t siblings_;
  Strictness strictness_;
};

}  // namespace

ExtractorInfo rbm_td_info() {
  return {
      .name = "rbm_td",
      .version = 1,
      .site_level = true,
      .summary = "the page without the subtrees that all siblings have at the very same position",
      .source = "Vieira et al., On Finding Templates on Web Collections, 2009",
      .parameters = {siblings_parameter(4), equality_parameter("tag+attributes")},
      .make = [](const Parameters& p) -> std::unique_ptr<Extractor> { return std::make_unique<RbmTd>(p); },
  };
}

}  // namespace pith
