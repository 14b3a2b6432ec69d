// About how many words of a page's bytes a reader sees, without a parser.
#pragma once

#include <cstdint>
#include <string_view>

namespace pith::crawl {

// Words outside of tags, comments, <title>, <script>, <style>, <noscript> and <template>; six bytes that are not ASCII
// count as one. For comparing two captures of one page inside of a crawler, which a parser's fault must not end: the
// numbers mean nothing else. Pure, O(bytes), no allocation.
std::uint32_t readable_words(std::string_view html);

// Whether a page has under 60 words now, as logins have, and tests for browsers, and had at least 20, and three times
// as many.
bool has_lost_its_text(std::string_view before, std::string_view now);

}  // namespace pith::crawl
