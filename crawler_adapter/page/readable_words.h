// Which words of a page's bytes a reader sees, about, without a parser.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::crawl {

// Hashes, each once, sorted.
using WordSet = std::vector<std::uint32_t>;

// Words outside of tags, comments, <title>, <script>, <style>, <noscript> and <template>, each with the word before it,
// without case; not those of the page's URL, nor those that change between letters and digits thrice, as tokens do.
// Text without spaces is cut where its bytes say so, whatever is before them. Only the first 65,536 words count. For
// comparing captures inside of a crawler, which a parser's fault must not end. Pure, O(n log n).
WordSet readable_words(std::string_view html, std::string_view url);

}  // namespace pith::crawl
