// What the names that authors give to elements (class, id, role, itemprop) say about their part in the page.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

// Parts of a page that names indicate. A set of them is a bit mask.
enum class NameKind : std::uint8_t {
#define PITH_NAME_KIND(kind, words) kind,
#include "core/extract/main_content/detail/view/names.def"
#undef PITH_NAME_KIND
  count_
};
inline constexpr std::size_t name_kinds = static_cast<std::size_t>(NameKind::count_);
constexpr std::uint32_t bit(NameKind kind) { return 1u << static_cast<unsigned>(kind); }
std::string_view name_of(NameKind kind);

// The kinds of all words of a class, id, role or itemprop value: "post-1234 relatedPosts" has the words post, related,
// posts and the joined name relatedposts. Case and digits do not count. O(bytes).
std::uint32_t kinds_of_names(std::string_view value);

// A hash of a class attribute that is the same on all pages of a template: it ignores numbers, the order of classes,
// and classes for an element's state (active, is-open) or for what this page has in it (category-news, tag-boats). Of
// what WordPress says of a post, only the type counts. 0 if nothing is left. O(bytes).
std::uint64_t class_key(std::string_view value);

}  // namespace pith
