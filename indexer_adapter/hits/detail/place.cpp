#include "indexer_adapter/hits/detail/place.h"

#include <string>

namespace pith::index {

std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point, const Deadline& deadline) {
  std::optional<Place> place;
  visit_blocks(structure, std::size_t{code_point} + 1, deadline, [&](const StructureEntry& block) {
    if (code_point >= block.end) return;
    place = {.trail = {block.trail.begin(), block.trail.end()},
             .path = std::string(block.path),
             .region = std::string(name_of(block.region)),
             .begin = block.begin,
             .end = block.end,
             .anchor = std::string(block.anchor)};
  });
  return place;
}

}  // namespace pith::index
