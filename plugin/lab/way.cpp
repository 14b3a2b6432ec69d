#include "plugin/lab/way.h"

namespace pith::eval {

std::string name_of(Way way) {
  if (way.title && way.captions) return {};
  return way.title ? "captions out" : way.captions ? "title out" : "title and captions out";
}

Way way_of(const LabelledPage& page, Way otherwise) {
  return {page.title_in_gold.value_or(otherwise.title), page.captions_in_gold.value_or(otherwise.captions)};
}

void remove_captions(const Document& document, NodeSet& content) {
  for (NodeId n = 0; n < document.size(); ++n)
    if (document[n].tag == Tag::figcaption || document[n].tag == Tag::caption) content.remove_subtree(document, n);
}

}  // namespace pith::eval
