// What a search found.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pith::index {

// A stretch of a snippet.
struct Piece {
  std::string text;
  bool highlighted = false;
  bool operator==(const Piece&) const = default;
};

// A block of a page's content.
struct Place {
  std::vector<std::string> trail;    // the headings above it, outermost first
  std::string path;                  // its element in the page: html/body/main/p[2]
  std::string region;                // heading, paragraph, list, ...
  std::uint32_t begin = 0, end = 0;  // code points of the stored content
  std::string anchor;                // what the fragment of a URL leads to; often empty
};

// A part of a page, below a heading or the term of a definition.
struct SectionHit {
  std::string title;  // its heading
  std::string link;
};

// A line of what the pages of a site repeat.
struct TemplateLine {
  std::string site, lang;
  std::vector<Piece> line;
};

// How a score came about: the value, what it is, and its parts.
struct Explanation {
  double value = 0;
  std::string text = {};
  std::vector<Explanation> parts = {};
};

struct FacetValue {
  std::string value;
  std::size_t count = 0;
  bool operator==(const FacetValue&) const = default;
};

struct Facet {
  std::vector<FacetValue> values = {};  // largest first, max_facet_values at most
  std::size_t others = 0;               // values left out
};

inline constexpr std::size_t max_facet_values = 20;

// All hits by site, host, language and year of publication. Pages without one count under "".
struct Facets {
  Facet sites, hosts, languages, years;
};

struct Hit {
  std::string url, title, site, lang, status, type, author, published, description;
  double score = 0;                  // 0 where the query has no words
  bool best_bet = false;             // people have chosen the page for this query (rule_file.h)
  std::vector<std::string> without;  // words of the query that the page lacks, as the user wrote them, or as corrected
  std::vector<Piece> snippet;        // of the main content
  std::optional<Place> place;  // where the snippet's first matched word is; none: no word matches, or the index has no
                               // structure of the page
  std::string link;            // the URL, with a fragment that leads to the section which answers; without one if the
                               // page as a whole does
  std::vector<SectionHit> sections;  // of the page that answer, too, best first: max_sections at most
  Explanation explanation;           // if asked for; its value is the score
};

inline constexpr std::size_t max_sections = 2;

struct Hits {
  std::size_t total = 0;
  std::size_t complete = 0;        // best bets, and those with all words of the query; they come first
  std::vector<Hit> hits;           // best first
  std::vector<std::string> notes;  // how the query was changed, as it would have found nothing, or too few pages; a
                                   // line each
  std::vector<std::string> hints;  // if nothing was found: why, and what to try; a line each
  std::string suggestion;          // the query with misspelt words corrected, if that finds something
  std::optional<Facets> facets;    // if asked for
  std::optional<TemplateLine> template_line;  // has all words of the query, which none of these hits has in one place
};

}  // namespace pith::index
