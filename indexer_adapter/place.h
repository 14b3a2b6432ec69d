// From a place in a page's stored content to the node it came from.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::index {

// A block of a page's content.
struct Place {
  std::vector<std::string> trail;    // the headings above it, outermost first
  std::string path;                  // its element in the page: html/body/main/p[2]
  std::string region;                // heading, paragraph, list, ...
  std::uint32_t begin = 0, end = 0;  // code points of the stored content
};

// The block of a `structure` (core/render/render.h) in which this code point of the stored content stands. Nothing if there is
// none, and for what is no structure.
std::optional<Place> place_of(std::string_view structure, std::uint32_t code_point);

}  // namespace pith::index
