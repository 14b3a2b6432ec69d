#include "core/trees/subtree_classes.h"

#include "core/base/stable_hash.h"

namespace pith {

HashedTree::HashedTree(const Document& document, Strictness strictness)
    : document_(&document), signatures_(document, strictness), classes_(document.size(), hash_seed) {
  // Going backwards, all children come before their parent, last child first; until then classes_[n] gathers them.
  for (NodeId n = document.size(); n-- > 0;) {
    classes_[n] = mix(mix(classes_[n], document[n].subtree_size), signatures_[n]);
    if (n > 0) classes_[document[n].parent] = mix(classes_[document[n].parent], classes_[n]);
  }
}

}  // namespace pith
