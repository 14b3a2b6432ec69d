// What a page's structured data says about its content: kinds of things, and the words of their texts.
#pragma once

#include <cstdint>

#include "core/base/keyed_hash.h"
#include "core/dom/document.h"

namespace pith {

struct StructuredHints {
  // Kinds of things that JSON-LD, microdata, og:type and RDFa name. Bits of `kinds`.
  enum Kind : std::uint32_t {
    article = 1,
    news = 2,
    blog = 4,
    product = 8,
    thread = 16,
    listing = 32,
    documentation = 64,
    recipe = 128,
    organisation = 256,
    faq = 512,
    event = 1024,
    video = 2048,
    review = 4096,
    person = 8192,
    og_article = 16384,
    og_product = 32768,
    og_website = 65536,
    og_profile = 131072,
  };
  std::uint32_t kinds = 0;
  // Hashes of 3 consecutive words of `articleBody`, `text` and the like, of `description`s, and of `text` of comments.
  KeyedSet<std::uint32_t> body, description, comments;
};

// A hash of three words by their hashes.
std::uint32_t three_words(std::uint32_t a, std::uint32_t b, std::uint32_t c);

// Reads the strings of JSON-LD in text order without parsing it, so that broken JSON still helps: at most 1 MB.
// (Metadata uses only values from JSON that parses, by the object that they belong to:
// core/page/detail/metadata_jsonld.h.) O(nodes + bytes).
StructuredHints read_structured_hints(const Document& page);

}  // namespace pith
