#include "core/extract/main_content/detail/view/places.h"

#include <array>

namespace pith {

namespace {

constexpr std::array<Place, static_cast<std::size_t>(Tag::count_)> place_of = {
    Place::none,  // Tag::unknown
#define PITH_TAG(id, name, layout, level, text, tags, nesting, inside, clean_name, place, ...) Place::place,
#include "core/dom/tags.def"
#undef PITH_TAG
};

}  // namespace

std::uint32_t places_of(Tag tag) { return bit(place_of[static_cast<std::size_t>(tag)]); }

std::uint32_t places_of_role(std::string_view role) {
  if (role == "banner") return bit(Place::header);
  if (role == "contentinfo") return bit(Place::footer);
  if (role == "navigation" || role == "menu" || role == "menubar" || role == "tablist") return bit(Place::nav);
  if (role == "complementary") return bit(Place::aside);
  if (role == "main") return bit(Place::main);
  if (role == "article") return bit(Place::article);
  if (role == "search" || role == "form") return bit(Place::form);
  if (role == "dialog" || role == "alertdialog") return bit(Place::dialog);
  if (role == "button") return bit(Place::button);
  if (role == "heading") return bit(Place::heading);
  return 0;
}

}  // namespace pith
