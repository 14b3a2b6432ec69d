#include "core/extract/extractor.h"

#include "core/extract/detail/chosen_nodes.h"

namespace pith {

Extraction Extractor::extract(const ExtractorInput& input) const {
  NodeSet content = choose(input);
  remove_hidden(content, input.page);
  return {std::move(content)};
}

}  // namespace pith
