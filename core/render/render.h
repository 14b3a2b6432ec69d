// Views of one node set: Markdown, cleaned HTML and structure. (Plain text is Blocks::text.)
//
// `base` is what the page's relative references resolve against (see base_of in core/page/links.h). Without one only
// absolute links and images are kept. Time and output of all three are linear in the page, and they accept any
// document.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/render/blocks.h"
#include "core/text/url.h"

namespace pith {

// CommonMark with GitHub's tables; parses back to the same blocks. Markup characters in the text are escaped, so text
// cannot turn into HTML or links. Links keep http, https and mailto targets; of others only the text stays. A link
// around several blocks is written once, in the first of them. Code blocks are fenced with more backticks than they
// contain and named by their class (language-x, lang-x, highlight-x). The header row of a data table is its first
// row if that is in a <thead> or has but <th> and empty cells; else it is empty, as GitHub wants one. A <dd> continues
// the list item of its <dt>. Emphasis that CommonMark cannot express (between letters and punctuation, right after
// other emphasis) is dropped, but its text stays.
std::string render_markdown(const Document& document, const NodeSet& content, const std::optional<Url>& base);

// nullopt if that is more bytes; rendering ends there.
std::optional<std::string> render_markdown(const Document& document, const NodeSet& content,
                                           const std::optional<Url>& base, std::size_t max_bytes);

// Markdown rendered from these blocks, below the page's title as a heading of level 1. Without the title if one of the
// first `title_blocks` blocks is such a heading, or a heading with the title's words, or if there is nothing below it.
inline constexpr std::size_t title_blocks = 5;
std::string with_title(const std::string& markdown, const std::string& title, const Blocks& blocks);

// HTML that is safe to show: elements and attributes (href, src, alt, title, colspan, rowspan, start, lang, dir,
// datetime, cite) from a fixed list, the language of code as `class="language-x"`, URLs absolute and http, https or
// mailto only, everything escaped. <div>, <span>, unknown elements and tables that only lay out the page (no
// Node::data_table) are unwrapped; text that would be left bare gets a <p>. Lists, quotations and tables around content
// are kept even if the set holds only their text; tables keep their empty cells.
std::string render_html(const Document& document, const NodeSet& content, const std::optional<Url>& base);

// Blocks that are only counted.
struct BlockCount {
  std::uint32_t blocks = 0, words = 0;
};

// The `structure` of the index (core/render/structure.h): an entry per block with its role, first those of the content,
// then asides, of which only `max_listed_asides` are listed and the rest is counted; last the count of the site's
// template. Offsets are those of the content's text; text of others is not in it. An anchor is what a URL's fragment
// leads to (core/render/detail/anchors.h).
inline constexpr std::size_t max_listed_asides = 2'000;
std::string render_structure(const Document& document, const Blocks& content, const Blocks& asides = {},
                             BlockCount site_template = {});

}  // namespace pith
