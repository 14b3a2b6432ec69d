#include "core/dom/tag.h"

#include <array>
#include <unordered_map>

namespace pith {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Tag::count_)> names = {
    "",
#define PITH_TAG(identifier, name) name,
#include "core/dom/tags.def"
#undef PITH_TAG
};

}  // namespace

std::string_view name_of(Tag tag) { return names[static_cast<std::size_t>(tag)]; }

Tag tag_of(std::string_view name) {
  static const auto* const tags = [] {
    auto* map = new std::unordered_map<std::string_view, Tag>;
    for (std::size_t i = 1; i < names.size(); ++i) map->emplace(names[i], static_cast<Tag>(i));
    return map;
  }();
  const auto found = tags->find(name);
  return found == tags->end() ? Tag::unknown : found->second;
}

bool is_block(Tag tag) {
  switch (tag) {
    case Tag::html:
    case Tag::body:
    case Tag::address:
    case Tag::article:
    case Tag::aside:
    case Tag::blockquote:
    case Tag::caption:
    case Tag::center:
    case Tag::dd:
    case Tag::details:
    case Tag::dialog:
    case Tag::dir:
    case Tag::div:
    case Tag::dl:
    case Tag::dt:
    case Tag::fieldset:
    case Tag::figcaption:
    case Tag::figure:
    case Tag::footer:
    case Tag::form:
    case Tag::frameset:
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
    case Tag::header:
    case Tag::hgroup:
    case Tag::hr:
    case Tag::legend:
    case Tag::li:
    case Tag::listing:
    case Tag::main:
    case Tag::menu:
    case Tag::nav:
    case Tag::noframes:
    case Tag::ol:
    case Tag::optgroup:
    case Tag::option:
    case Tag::p:
    case Tag::plaintext:
    case Tag::pre:
    case Tag::search:
    case Tag::section:
    case Tag::summary:
    case Tag::table:
    case Tag::tbody:
    case Tag::td:
    case Tag::tfoot:
    case Tag::th:
    case Tag::thead:
    case Tag::tr:
    case Tag::ul:
    case Tag::xmp:
      return true;
    default:
      return false;
  }
}

int heading_level(Tag tag) {
  switch (tag) {
    case Tag::h1:
      return 1;
    case Tag::h2:
      return 2;
    case Tag::h3:
      return 3;
    case Tag::h4:
      return 4;
    case Tag::h5:
      return 5;
    case Tag::h6:
      return 6;
    default:
      return 0;
  }
}

bool is_non_content(Tag tag) {
  switch (tag) {
    case Tag::head:
    case Tag::title:
    case Tag::script:
    case Tag::style:
    case Tag::noscript:
    case Tag::template_:
    case Tag::svg:
    case Tag::math:
    case Tag::iframe:
    case Tag::embed:
    case Tag::canvas:
    case Tag::audio:
    case Tag::video:
    case Tag::noframes:
    case Tag::noembed:
    case Tag::datalist:
    case Tag::select:
    case Tag::textarea:
    case Tag::input:
      return true;
    default:
      return false;
  }
}

}  // namespace pith
