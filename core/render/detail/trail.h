// The headings above a block, as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/render/block.h"

namespace pith {

inline constexpr std::size_t max_trail_bytes = 120;  // of one heading

// `headings`: indices of blocks, as in Block::trail. On one line each.
std::vector<std::string> trail_texts(const Blocks& blocks, std::span<const std::uint32_t> headings);

}  // namespace pith
