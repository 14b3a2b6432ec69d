// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/render/structure.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

// Calls `visit` with the entries of the content's blocks in its order, until one begins at `end` (in code points) or
// later, or is damaged or cut short. Throws TimeIsUp.
template <typename Visit>
void visit_blocks(std::string_view structure, std::size_t end, const Deadline& deadline, const Visit& visit) {
  StructureReader reader(structure);
  while (const StructureEntry* entry = reader.next()) {
    deadline.check();
    if (entry->role != Role::content || entry->begin >= end) break;  // asides come after all content
    if (entry->blocks == 0) visit(*entry);
  }
}

// The block that contains this code point of the stored content. Nothing if there is none. Throws TimeIsUp.
std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point, const Deadline& deadline);

}  // namespace pith::index
