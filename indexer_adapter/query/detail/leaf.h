// The smallest parts of a query, the documents that match them, and how well: BM25F.
//
//   score = boost * idf * w / (k1 + w)
//   idf = ln(1 + (N - df + 0.5) / (df + 0.5))
//   w = sum over the fields of  weight * tf / (1 - b + b * words / average words), without b for headings
//
// after Robertson, Zaragoza and Taylor, Simple BM25 Extension to Multiple Weighted Fields (2004), with an idf that is
// never negative. A word counts in all fields together before it saturates: a page with it in title and text does not
// count like two pages with it.
//
// tf of a word is the largest product of a variant's weight and its frequency in the field: variants (as written,
// folded, stem) are terms for the same word of the text. tf of a phrase is how often it is there; with gaps, as
// Lucene's phrase scorers count. An occurrence of a synonym counts synonym_weight times. words is exact, from a
// separate field; a document of an older version, which lacks it, counts as average. N and df are exact too: Lucene's
// docFreq counts deleted documents until they are merged away, and knows only single terms in single fields. To read
// the postings only once, a leaf is read whole before the search begins. Only pages count, or only templates in a
// search of templates.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pith::index {

inline constexpr double synonym_weight = 0.5;

struct Leaf {
  struct Variant {
    std::wstring text;
    double weight;
  };
  struct Slot {
    std::vector<Variant> variants;  // any of them
    std::int32_t position;
  };
  struct SearchedField {
    std::wstring name;  // in the index
    double weight;
    bool of_inbound_texts = false;  // see is_inbound_text
    bool length_counts = true;      // see length_counts; false: b = 0
  };
  // Terms from `low` to `high` in index order ("" for no bound) that fit the pattern (see fits_pattern), if there is
  // one. All terms that fit begin with the part before the first wildcard.
  struct Terms {
    std::wstring low, high, pattern;
    bool low_included = true, high_included = true;
  };

  std::string label;                  // for people
  std::vector<SearchedField> fields;  // in any of them
  std::vector<Slot> slots;            // one: a word; several: a phrase; none: any of `terms`, or only synonyms
  std::vector<std::vector<Slot>> synonyms = {};  // or any of these words and phrases
  unsigned slop = 0;                             // of a phrase
  Terms terms;
  std::wstring host = {};  // not empty: in place of slots and terms, the pages whose URL has this host (fits_host). The
                           // field is that of the URL
  bool scored = true;      // false: it only filters pages
};

// The documents of a segment that match a leaf, in ascending order.
struct SegmentMatches {
  std::vector<std::int32_t> documents;
  std::vector<float> weights;  // w of each; empty if the leaf is not scored
};

struct Matches {
  std::vector<SegmentMatches> segments;  // as the view's
  std::size_t documents = 0;             // df
  double idf = 0;
};

// A field's share of a document's w.
struct FieldShare {
  const Leaf::SearchedField* field;
  double frequency, words, average;  // words: 0 if unknown
  double value;
};

}  // namespace pith::index
