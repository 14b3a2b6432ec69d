// The page written out again as tokens: start tag, text, end tag.
//
// What the extractors see that were made for a page's source, not for its tree. It is the source as a tidy author would
// have written it: only what stands in <body>, every element with both tags (void elements with one), attributes in
// double quotes, white space folded. Left out, with their tags, are subtrees that are no content (scripts, styles; the
// papers remove them in preprocessing) or hidden, and comments.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/dom/document.h"

namespace pith {

struct SourceToken {
  enum Kind : std::uint8_t { start_tag, text, end_tag };

  NodeId node;           // both tags of an element have the same
  std::uint32_t length;  // in characters
  std::uint32_t
      line;  // of the source, on which it begins. A tag that is not in the source, as a copy that the parser made
             // of an unclosed <b>, stands where the token before it does. 0: the document knows no lines
  Kind kind;

  bool is_text() const { return kind == text; }
};

// In document order. Without a <body> the whole tree is taken. O(nodes + text), no recursion.
std::vector<SourceToken> source_tokens(const Document& page);

// Characters (code points) of a text, each run of ASCII white space as one. O(bytes).
std::uint32_t source_length(std::string_view text);

}  // namespace pith
