#include "core/render/detail/trail.h"

#include <algorithm>
#include <string_view>

#include "core/text/white_space.h"

namespace pith {

std::vector<std::string> trail_texts(const Blocks& blocks, std::span<const std::uint32_t> headings) {
  std::vector<std::string> trail;
  for (const std::uint32_t heading : headings) {
    const Block& block = blocks.blocks[heading];
    const std::string_view text = std::string_view(blocks.text).substr(block.begin, block.end - block.begin);
    std::ranges::replace(trail.emplace_back(cut_utf8(text, max_trail_bytes)), '\n', ' ');
  }
  return trail;
}

}  // namespace pith
