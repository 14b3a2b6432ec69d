// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "indexer_adapter/hits.h"

namespace pith::index {

// The block of a `structure` (core/render/render.h) in which this code point of the stored content stands. Nothing if there is
// none, and for what is no structure.
std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point);

}  // namespace pith::index
