// HTML's character references in texts that are no HTML: templates escape what they write into JSON-LD and attributes
// once more.
#pragma once

#include <string>
#include <string_view>

namespace pith {

// "Won&rsquo;t fit &#38; more" → "Won’t fit & more": decodes once each reference that ends with a semicolon, by the HTML
// parser's table. Tags stay as they are. Expects UTF-8. O(bytes).
std::string decode_character_references(std::string_view text);

}  // namespace pith
