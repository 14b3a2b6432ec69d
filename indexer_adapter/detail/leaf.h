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

#include "indexer_adapter/detail/deadline.h"
#include "indexer_adapter/detail/index_view.h"
#include "indexer_adapter/ranking.h"

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

// Of all leaves of a search together; a bound on its memory.
inline constexpr std::size_t max_matches = 30'000'000;
// Thrown past it, caught in searcher.cpp.
struct TooManyMatches {};

// Reads leaves; keeps its memory from one to the next. For one search, in one thread. Throws TimeIsUp, TooManyMatches
// and what Lucene++ does.
class LeafReader {
 public:
  // `templates`: of the documents of sites' templates, not of pages.
  LeafReader(const IndexView& view, const Ranking& ranking, const Deadline& deadline, bool templates);

  Matches read(const Leaf& leaf);

  // Of a document that the leaf matches, in the order of the leaf's fields, those without a match left out.
  std::vector<FieldShare> shares(const Leaf& leaf, const Segment& segment, std::int32_t document);

  const Ranking& ranking() const { return ranking_; }
  const IndexView& view() const { return view_; }
  std::size_t documents() const { return view_.documents(templates_); }

 private:
  struct Wanted {
    std::int32_t document;
    std::vector<FieldShare> shares;
  };

  void read_segment(const Leaf& leaf, const Segment& segment, Wanted* wanted);
  void read_word(const Leaf::Slot& slot, const std::wstring& field, const Segment& segment);
  void read_phrase(const Leaf& leaf, const std::wstring& field, const Segment& segment);
  void read_terms(const Leaf::Terms& terms, const std::wstring& field, const Segment& segment);
  void add_postings(const Lucene::TermDocsPtr& postings, double weight);
  void add(std::int32_t document, float frequency);
  void finish_field(const Leaf::SearchedField& field, bool scored, const Segment& segment, Wanted* wanted);
  SegmentMatches take(bool scored, std::int32_t max_document);
  void forget();

  const IndexView& view_;
  const Ranking ranking_;
  const Deadline& deadline_;
  const bool templates_;
  const std::vector<char>* chosen_ = nullptr;  // of the segment being read
  std::size_t matches_ = 0;
  // By document of the segment being read; 0 but for the documents that the two lists name.
  std::vector<float> frequencies_;
  std::vector<double> weights_;
  std::vector<std::int32_t> in_field_, in_segment_;
  Lucene::Collection<std::int32_t> block_documents_, block_frequencies_;
};

}  // namespace pith::index
