// The result of extracting a page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/page/metadata.h"
#include "core/page/page_type.h"
#include "core/render/blocks.h"

namespace pith {

enum class Status : std::uint8_t {
  main,      // the extractor found the main content
  fallback,  // it did not, or could not; a simpler rule chose the content
  whole,     // unsure: all visible text is kept
  skipped,   // nothing is indexed, and `reason` says why
};

// "main", "fallback", "whole", "skipped"
std::string_view name_of(Status status);

// The part of an extracted page that searchers may see, if they may not see all of it (core/page/marks.h).
struct ShownContent {
  Blocks blocks;            // ExtractedPage's without what is marked
  std::string structure;    // of that text, and of asides that may be shown (render_structure)
  std::string html;         // of that text, cleaned
  std::string description;  // Metadata's, or empty
};

// The limit of template text; menus and footers are far below.
inline constexpr std::size_t max_template_bytes = 256 << 10;

// A link inside the main content.
struct ContentLink {
  std::string url;   // absolute, normalised, without fragment
  std::string text;  // what it says, at most max_link_text_bytes; never empty
};

inline constexpr std::size_t max_content_links = 1000, max_link_text_bytes = 200;

// Plain data, self-contained: holds no reference to the document. All strings are valid UTF-8 in NFC.
struct ExtractedPage {
  Status status = Status::skipped;
  std::string reason;     // a short stable word: "ok", "no_siblings", "little_content", "noindex", "too_deep", ...
  double confidence = 0;  // 0 to 1, in hundredths
  std::optional<PageType> type;  // if the extractor reports it
  std::string extractor;         // "pith/1"
  Metadata metadata;
  Blocks blocks;          // the main content
  Blocks asides;          // the page's own text beside it (core/page/role.h): never stored, never shown
  std::string structure;  // of both, see render_structure
  std::string markdown;
  std::string html;                   // cleaned
  std::optional<ShownContent> shown;  // nullopt: everything may be shown
  std::vector<std::string> marks;     // switches of the marks that applied: "robots_meta", ... (core/page/marks.h)
  std::string anchors;                // texts of the links inside the main content, and readings of ruby, one per line
  std::vector<ContentLink> links;     // of the main content, in document order, at most max_content_links
  std::vector<std::string> breadcrumb;  // names of the pages above it, as it shows them (core/page/breadcrumb.h)
  std::string template_text;        // visible text outside of the main content, one block per line, as many as fit into
                                    // max_template_bytes; without what is marked as not to be indexed
  std::uint32_t page_words = 0;     // words of all visible text, and of hidden main content (core/text/words.h)
  std::uint32_t content_words = 0;  // words of the main content
  std::uint32_t aside_words = 0;    // words of the asides
  std::uint32_t template_words = 0;  // words of the site's template; the rest of page_words is left out by marks and
                                     // configuration
  std::uint32_t siblings_used = 0;
  bool has_headline = false;  // core/page/headline.h
};

inline const Blocks& shown_blocks(const ExtractedPage& page) { return page.shown ? page.shown->blocks : page.blocks; }

}  // namespace pith
