// Which pages of a site are copies or reprints of others, so that nothing can be learned from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace pith {

// `pages`: the long texts of each (PageSketch::long_texts), sorted. Returns a flag for each page: it is a copy of an
// earlier page that is not a copy itself.
//
// A page and its copy share texts that hardly any other page has. Texts that many pages have are the site's: in a shop
// with short descriptions, what all product pages say of shipping is most of their text. So a page is a copy if it has
// more than half of the rare long texts of an earlier one, at least two, or the earlier one those of it. Texts on more
// than three pages, and on more than a tenth of all, are not rare. O(n log n) of all texts.
std::vector<char> copies_of_earlier(std::span<const std::span<const std::uint64_t>> pages);

}  // namespace pith
