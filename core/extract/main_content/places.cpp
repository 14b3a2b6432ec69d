#include "core/extract/main_content/places.h"

namespace pith {

std::uint32_t places_of(Tag tag) {
  switch (tag) {
    case Tag::header:
      return bit(Place::header);
    case Tag::footer:
      return bit(Place::footer);
    case Tag::nav:
      return bit(Place::nav);
    case Tag::menu:
      return bit(Place::nav);
    case Tag::aside:
      return bit(Place::aside);
    case Tag::main:
      return bit(Place::main);
    case Tag::article:
      return bit(Place::article);
    case Tag::section:
      return bit(Place::section);
    case Tag::form:
    case Tag::fieldset:
      return bit(Place::form);
    case Tag::table:
      return bit(Place::table);
    case Tag::ul:
    case Tag::ol:
    case Tag::dir:
      return bit(Place::list);
    case Tag::li:
      return bit(Place::item);
    case Tag::figure:
    case Tag::figcaption:
      return bit(Place::figure);
    case Tag::blockquote:
      return bit(Place::quote);
    case Tag::a:
      return bit(Place::link);
    case Tag::dl:
      return bit(Place::definition);
    case Tag::pre:
    case Tag::code:
      return bit(Place::code);
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
      return bit(Place::heading);
    case Tag::p:
      return bit(Place::paragraph);
    case Tag::details:
      return bit(Place::details);
    case Tag::dialog:
      return bit(Place::dialog);
    case Tag::label:
    case Tag::legend:
    case Tag::option:
    case Tag::select:
      return bit(Place::label);
    case Tag::button:
      return bit(Place::button);
    default:
      return 0;
  }
}

std::uint32_t places_of_role(std::string_view role) {
  if (role == "banner") return bit(Place::header);
  if (role == "contentinfo") return bit(Place::footer);
  if (role == "navigation" || role == "menu" || role == "menubar" || role == "tablist") return bit(Place::nav);
  if (role == "complementary") return bit(Place::aside);
  if (role == "main") return bit(Place::main);
  if (role == "article") return bit(Place::article);
  if (role == "search" || role == "form") return bit(Place::form);
  if (role == "dialog" || role == "alertdialog" || role == "alert") return bit(Place::dialog);
  if (role == "button") return bit(Place::button);
  if (role == "heading") return bit(Place::heading);
  return 0;
}

}  // namespace pith
