// What a page says about itself.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/dom/document.h"
#include "core/dom/node_set.h"
#include "core/text/url.h"

namespace pith {

// Every string has white space collapsed and is bounded (2,000 bytes, cut at a character); empty means unknown.
struct Metadata {
  std::string title;        // of the content, without the site's name where that can be recognised
  std::string other_title;  // parts of <title> that have words that `title` lacks
  std::string author;       // several joined by ", "
  std::string published;    // ISO 8601, "2024-05-31" or "2024-05-31T10:00:00Z"
  std::string language;     // BCP 47 primary subtag in lower case: "en", "zh"
  std::string description;
  std::string canonical;       // absolute normalised URL
  std::string canonical_link;  // the same from a <link> in the head only, where no content can put it
  std::string site_name;
  std::string modified;    // as `published`
  std::string tags;        // several joined by ", "
  std::string categories;  // the same
  std::string image;       // absolute normalised URL
  std::string licence;     // the same, or words
};

// What is known around a page.
struct KnownOfPage {
  const Url* url = nullptr;                         // its own; null: not known
  const NodeSet* content = nullptr;                 // its main content; null: not known
  std::span<const std::string> names_of_site = {};  // those of its names that many pages of the site have
};

// Reads, in this order of trust per field: JSON-LD, OpenGraph and article: properties, <meta> names, microdata, visible
// markup (<title>, <time>, rel=author, a by-line's class; the first <h1> if there is no title at all).
//   title      see core/page/detail/page_title.h
//   published  see core/page/detail/dates.h; what does not parse is dropped. Microdata and visible dates count as
//              core/page/detail/visible_date.h says; else that of a path such as /2021/03/04/bridge.html
//   language   declared by <html lang>, else Content-Language meta, else og:locale, else JSON-LD's inLanguage, else
//              empty; extract_page then puts what it detects in its place
//   tags       keywords, article:tag, rel=tag; categories: articleSection, article:section, rel=category. Of one source
//   image      JSON-LD's, og:image; licence: JSON-LD's, rel=license anywhere
//   canonical  <link rel=canonical>, else og:url; it may name another site, which the caller has to judge
// By-lines and times in comments, footers, asides and navigation do not count. JSON-LD is ignored if it is broken, over
// 1 MB or nested deeper than 64. From nodes in `ignored` (null: none) only language and canonical count. Accepts any
// document. O(nodes + text).
// `known`: what else the title depends on; a page for which all that it calls itself is the site's gets the first
// heading of its content, else the words of its URL.
Metadata read_metadata(const Document& document, const std::optional<Url>& base, const NodeSet* ignored = nullptr,
                       const KnownOfPage& known = {});

// Drops dates of a day later than the one after `fetched` (seconds since 1970; 0: not known): no page was published
// after it was fetched, but many have the date of an event in the same markup.
void drop_later_dates(Metadata& metadata, std::int64_t fetched);

}  // namespace pith
