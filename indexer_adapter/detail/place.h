// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "indexer_adapter/hits.h"

namespace pith::index {

// A block of a `structure` (core/render/render.h). What the structure does not say is empty.
struct StoredBlock {
  Place place;
  std::string tag;
  unsigned level = 0;
};

// Reads the blocks of the content one by one, until `visit` returns false or something is not a structure.
void visit_blocks(std::string_view structure, const std::function<bool(StoredBlock&)>& visit);

// The block that contains this code point of the stored content. Nothing if there is none.
std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point);

}  // namespace pith::index
