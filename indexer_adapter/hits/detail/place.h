// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

// A block of a `structure` (core/render/render.h). What the structure does not say is empty.
struct StoredBlock {
  Place place;
  std::string tag;
  unsigned level = 0;
};

// The blocks of the content, in its order, up to the first that begins at `end` or later, or is damaged. A structure
// that is cut short is read up to its last whole block. Throws TimeIsUp.
std::vector<StoredBlock> read_blocks(std::string_view structure, const Deadline& deadline,
                                     std::uint32_t end = std::numeric_limits<std::uint32_t>::max());

// The block that contains this code point of the stored content. Nothing if there is none.
std::optional<Place> place_of(std::span<const StoredBlock> blocks, std::uint32_t code_point);

}  // namespace pith::index
