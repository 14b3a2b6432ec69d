#include "core/dom/clean_elements.h"

namespace pith {

std::string_view clean_name(Tag tag) {
  switch (tag) {
    case Tag::p:
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
    case Tag::ul:
    case Tag::ol:
    case Tag::li:
    case Tag::dl:
    case Tag::dt:
    case Tag::dd:
    case Tag::blockquote:
    case Tag::pre:
    case Tag::figure:
    case Tag::figcaption:
    case Tag::table:
    case Tag::caption:
    case Tag::thead:
    case Tag::tbody:
    case Tag::tfoot:
    case Tag::tr:
    case Tag::td:
    case Tag::th:
    case Tag::a:
    case Tag::em:
    case Tag::strong:
    case Tag::b:
    case Tag::i:
    case Tag::code:
    case Tag::kbd:
    case Tag::samp:
    case Tag::var:
    case Tag::sub:
    case Tag::sup:
    case Tag::small:
    case Tag::s:
    case Tag::u:
    case Tag::mark:
    case Tag::q:
    case Tag::cite:
    case Tag::dfn:
    case Tag::abbr:
    case Tag::time:
    case Tag::ins:
    case Tag::del:
    case Tag::ruby:
    case Tag::rt:
    case Tag::rp:
    case Tag::bdi:
    case Tag::bdo:
      return name_of(tag);
    case Tag::menu:
    case Tag::dir:
      return "ul";
    case Tag::listing:
    case Tag::xmp:
    case Tag::plaintext:
      return "pre";
    case Tag::acronym:
      return "abbr";
    case Tag::strike:
      return "s";
    case Tag::tt:
      return "code";
    default:
      return {};
  }
}

}  // namespace pith
