// Element names as small integers.
#pragma once

#include <cstdint>
#include <string_view>

namespace pith {

// Tag::unknown stands for every name that tags.def does not list (custom elements, SVG innards); the document keeps
// such names as text, see Document::tag_name.
enum class Tag : std::uint8_t {
  unknown,
#define PITH_TAG(identifier, name) identifier,
#include "core/dom/tags.def"
#undef PITH_TAG
  count_
};

// The name in lower case; "" for Tag::unknown.
std::string_view name_of(Tag tag);

// The tag of a lower-case name, Tag::unknown if it has no id. O(1).
Tag tag_of(std::string_view name);

// Elements that a browser lays out as blocks of their own, so that text before and after them does not run together.
bool is_block(Tag tag);

// h1 to h6: 1 to 6; 0 for everything else.
int heading_level(Tag tag);

// Elements whose text nobody reads on the page: script, style, template, noscript, svg and the like.
bool is_non_content(Tag tag);

}  // namespace pith
