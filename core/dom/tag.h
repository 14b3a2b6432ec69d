// Element names as small integers, and what Pith knows about each element: a row of tags.def.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

// Tag::unknown stands for every name that tags.def does not list (custom elements, SVG innards); the document keeps
// such names as text, see Document::tag_name.
enum class Tag : std::uint8_t {
  unknown,
#define PITH_TAG(id, ...) id,
#include "core/dom/tags.def"
#undef PITH_TAG
  count_
};

// How deep start tags without end tags can bury what follows.
enum class Nesting : std::uint8_t {
  none,        // void elements, and those that the next of their kind closes: they add no depth
  element,     // stays open until its end tag
  formatting,  // stays open, and is reopened in every block that follows (HTML §13.2.4.3)
};

namespace tags {

// The columns of tags.def that core/dom uses.
struct Row {
  std::string_view name, clean_name;
  std::uint8_t heading_level = 0, number = 0;
  Nesting nesting = Nesting::element;
  bool block = false, unseen = false, single = false, raw = false;
};

inline constexpr bool layout_inline = false, layout_block = true;
inline constexpr bool text_seen = false, text_unseen = true;
inline constexpr bool tags_pair = false, tags_single = true;
inline constexpr bool inside_markup = false, inside_raw = true;

inline constexpr std::array<Row, static_cast<std::size_t>(Tag::count_)> rows = {
    Row{},  // Tag::unknown
#define PITH_TAG(id, name, layout, level, text, tags, nesting, inside, clean_name, place, rank, number) \
  Row{name, clean_name, level, number, Nesting::nesting, layout_##layout, text_##text, tags_##tags, inside_##inside},
#include "core/dom/tags.def"
#undef PITH_TAG
};

constexpr const Row& row(Tag tag) { return rows[static_cast<std::size_t>(tag)]; }

}  // namespace tags

// The name in lower case; "" for Tag::unknown.
constexpr std::string_view name_of(Tag tag) { return tags::row(tag).name; }

// The tag's number in stored hashes, independent of the order of Tag; 0 for Tag::unknown.
constexpr std::uint8_t kept_number(Tag tag) { return tags::row(tag).number; }

// The tag for a lower-case name; Tag::unknown if it has no id. O(1).
Tag tag_of(std::string_view name);

// Elements that a browser lays out as separate blocks, so that text before and after them does not run together.
constexpr bool is_block(Tag tag) { return tags::row(tag).block; }

// 1 to 6 for h1 to h6; 0 for everything else.
constexpr int heading_level(Tag tag) { return tags::row(tag).heading_level; }

// Elements whose text nobody reads on the page: script, style, template, noscript, svg and the like.
constexpr bool is_non_content(Tag tag) { return tags::row(tag).unseen; }

// Elements without an end tag: <br>, <img>, ...
constexpr bool is_void(Tag tag) { return tags::row(tag).single; }

// Elements whose content is text up to their own end tag: <script>, <title>, ...
constexpr bool is_raw_text(Tag tag) { return tags::row(tag).raw; }

constexpr Nesting nesting_of(Tag tag) { return tags::row(tag).nesting; }

// The element's name in cleaned HTML, which is safe to show and keeps the meaning of the text (no scripts, forms,
// frames, styles or boxes). Empty: only the element's content is shown.
constexpr std::string_view clean_name(Tag tag) { return tags::row(tag).clean_name; }

}  // namespace pith
