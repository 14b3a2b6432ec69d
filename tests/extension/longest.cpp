// Longest: the text node with the most characters, and nothing else.
#include <memory>

#include "core/extract/extractor.h"

namespace pith {
namespace {

class Longest final : public Extractor {
 public:
  NodeSet choose(const ExtractorInput& input) const override {
    const Document& page = input.page;
    NodeId longest = no_node;
    for (NodeId n = 0; n < page.size(); ++n)
      if (page[n].is_text() && (longest == no_node || page.text(n).size() > page.text(longest).size())) longest = n;
    NodeSet out(page);
    if (longest != no_node) out.add_subtree(page, longest);
    return out;
  }
};

}  // namespace

ExtractorInfo longest_info() {
  return {.name = "longest",
          .version = 1,
          .site_level = false,
          .summary = "the longest text",
          .source = "an example",
          .parameters = {},
          .make = [](const Parameters&) -> std::unique_ptr<Extractor> { return std::make_unique<Longest>(); }};
}

}  // namespace pith
