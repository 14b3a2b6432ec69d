// When two nodes of two pages count as equal, n1 ≜ n2 (Alarte et al. 2018, §2.2).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/dom/document.h"

namespace pith {

// Elements are equal if their names are and, depending on the strictness, their classes (as sets) or the listed
// attributes (classes as sets, others as text). Text nodes are equal if their text is, with white space collapsed. The
// paper only says "equal"; the list of attributes is our choice.
enum class Strictness : std::uint8_t { tag, tag_class, tag_attributes };

// One number per node of a document, equal for equal nodes. Unequal nodes have different numbers except for hash
// collisions (64 bits, so they do not occur by chance; a deliberate one hides the attacker's own content and harms
// nobody else). O(nodes + text). Immutable afterwards.
class Signatures {
 public:
  Signatures(const Document& document, Strictness strictness);
  std::uint64_t operator[](NodeId n) const { return values_[n]; }

 private:
  std::vector<std::uint64_t> values_;
};

// 64-bit hash of text with white space collapsed and trimmed.
std::uint64_t hash_collapsed(std::string_view text);

}  // namespace pith
