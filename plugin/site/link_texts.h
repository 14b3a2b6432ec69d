// What a page says of the pages of its site: texts of links, the names of those above it, and its own title.
//
// The page cache keeps it as bytes, so that the inbound texts of all pages (site_inbound_texts.h) follow from the cache
// alone and no page is read again because another one changed. deploy/manual/formats.md describes the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/extract/extracted_page.h"
#include "core/text/url.h"

namespace pith::pipeline {

inline constexpr std::size_t max_said_bytes = 120;             // of one text; longer ones are cut
inline constexpr std::size_t max_link_texts_bytes = 32 << 10;  // of all; later links are left out

struct LinkTexts {
  struct Link {
    std::uint64_t target;  // address_key (url_hierarchy.h)
    std::string text;
    bool operator==(const Link&) const = default;
  };
  std::string title, language;
  std::vector<std::string> breadcrumb;  // the outermost first
  std::vector<Link> links;              // to pages of the same registrable domain, in the page's order
  bool operator==(const LinkTexts&) const = default;
};

// Without links to the page itself, repeated ones, and those whose text is an address: such a text tells nothing that
// the target's URL does not.
LinkTexts link_texts_of(const ExtractedPage& page, const Url& url);

// At most max_link_texts_bytes.
std::string to_bytes(const LinkTexts& texts);

// Accepts any bytes; nullopt if they do not follow the format, or are more than to_bytes makes.
std::optional<LinkTexts> link_texts_from_bytes(std::string_view bytes);

// Equal for texts that say the same: with the same words, in any case and punctuation, and the same "+" and "#" ("C++"
// is not "C"). 0 if there is no word. The same in every process.
std::uint64_t key_of_text(std::string_view text);

}  // namespace pith::pipeline
