// Plain: everything that is visible on the page. The baseline of Moreno et al. 2009 and Mohammadzadeh et al. 2011.
#include <memory>
#include <vector>

#include "core/extract/extractor.h"
#include "core/extract/extractors/detail/filters.h"

namespace pith {
namespace {

class Plain final : public Extractor {
 public:
  NodeSet choose(const ExtractorInput& input) const override {
    return without(input.page, std::vector<bool>(input.page.size()));
  }
};

}  // namespace

ExtractorInfo plain_info() {
  return {
      .name = "plain",
      .version = 1,
      .site_level = false,
      .summary = "all visible text of the page: the baseline that leaves nothing out",
      .source =
          "the baseline of Moreno, Deschacht, Moens 2009, section 5, and of Mohammadzadeh et al. (DANAg) 2011, section "
          "4",
      .parameters = {},
      .make = [](const Parameters&) -> std::unique_ptr<Extractor> { return std::make_unique<Plain>(); },
  };
}

}  // namespace pith
