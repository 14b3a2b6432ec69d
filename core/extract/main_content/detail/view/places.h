// What tags and ARIA roles say about the text inside an element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/dom/tag.h"

namespace pith {

// Elements that say something about the text inside: by tag, or by the ARIA role for that tag. Bits of a mask.
enum class Place : std::uint8_t {
  header,
  footer,
  nav,
  aside,
  main,
  article,
  section,
  form,
  table,
  list,
  item,
  figure,
  quote,
  link,
  definition,
  code,
  heading,
  paragraph,
  details,
  dialog,
  label,
  button,
  none
};
inline constexpr std::size_t places = static_cast<std::size_t>(Place::none);
constexpr std::uint32_t bit(Place place) { return place == Place::none ? 0 : 1u << static_cast<unsigned>(place); }

// The places of a tag, or of the value of a role attribute.
std::uint32_t places_of(Tag tag);
std::uint32_t places_of_role(std::string_view role);

}  // namespace pith
