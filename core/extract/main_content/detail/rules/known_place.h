// How many pages of a site must have a place before it says something about a page.
#pragma once

namespace pith {

inline constexpr float known_place = 3;

}  // namespace pith
