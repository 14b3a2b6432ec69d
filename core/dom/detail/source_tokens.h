// The page written out again as tokens: start tag, text, end tag.
//
// This is what extractors see that were designed for a page's source, not for its tree. It is the source as a tidy
// author would have written it: only the <body>, every element with both tags (void elements with one), attributes in
// double quotes, white space collapsed. Comments are left out, and so are whole subtrees that are hidden or non-content
// (scripts, styles; the papers remove them in preprocessing).
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
      line;  // source line where it begins. A tag that is not in the source, such as a copy that the parser made of an
             // unclosed <b>, has the line of the token before it. 0: the document has no line numbers
  Kind kind;

  bool is_text() const { return kind == text; }
};

// In document order. Without a <body> the whole tree is used. O(nodes + text), no recursion.
std::vector<SourceToken> source_tokens(const Document& page);

// Number of characters (code points) in a text; a run of ASCII white space counts as one. O(bytes).
std::uint32_t source_length(std::string_view text);

}  // namespace pith
