// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "indexer_adapter/hits.h"

namespace pith::index {

// The block of a `structure` (core/render/render.h) that contains this code point of the stored content. Nothing if
// there is none, or if it is not a structure.
std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point);

}  // namespace pith::index
