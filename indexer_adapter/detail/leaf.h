// The smallest parts of a query, the documents that have them, and how much: BM25F.
//
//   score = boost * idf * w / (k1 + w)
//   idf = ln(1 + (N - df + 0.5) / (df + 0.5))
//   w = sum over the fields of  weight * tf / (1 - b + b * words / average words)
//
// after Robertson, Zaragoza and Taylor, Simple BM25 Extension to Multiple Weighted Fields (2004), with the idf that is
// never negative. A word counts in all fields together, and only then saturates: a page with it in title and text is
// not taken for two pages with it.
//
// tf of a word is the largest of its variants' weights times how often the variant stands in the field: variants
// (as written, folded, stem) are terms for one and the same word of the text. tf of a phrase is how often it stands
// there, as Lucene's phrase scorers count. words is exact, from a field of its own; a document of an older version,
// which lacks it, counts as average. N and df are exact too: Lucene's docFreq counts deleted documents until they are
// merged away, and knows single terms in single fields only. So that the postings are read once all the same, a leaf is
// read whole before the search begins. Only pages count, or in a search of templates only those.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pith::index {

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
  };
  // Terms in the order of the index from `low` to `high`, "" for no bound, that fit a pattern (see fits_pattern) if
  // there is one. All that the pattern fits begin with its part before the first wildcard.
  struct Terms {
    std::wstring low, high, pattern;
    bool low_included = true, high_included = true;
  };

  std::string label;                  // for people
  std::vector<SearchedField> fields;  // in any of them
  std::vector<Slot> slots;            // one: a word; several: a phrase; none: any of `terms`
  unsigned slop = 0;                  // of a phrase
  Terms terms;
  bool scored = true;  // else it only chooses pages
};

// The documents of a segment that have a leaf, in ascending order.
struct SegmentMatches {
  std::vector<std::int32_t> documents;
  std::vector<float> weights;  // w of each; empty if the leaf is not scored
};

struct Matches {
  std::vector<SegmentMatches> segments;  // as the view's
  std::size_t documents = 0;             // df
  double idf = 0;
};

// What a field adds to a document's w.
struct FieldShare {
  const Leaf::SearchedField* field;
  double frequency, words, average;  // words: 0 if not known
  double value;
};

}  // namespace pith::index
