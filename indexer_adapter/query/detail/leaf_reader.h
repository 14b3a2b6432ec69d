// Finds the documents that have a leaf, and how much of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/detail/leaf.h"
#include "indexer_adapter/query/detail/phrase_frequencies.h"
#include "indexer_adapter/query/detail/postings.h"
#include "indexer_adapter/query/ranking.h"

namespace pith::index {

// All leaves of a search together; bounds its memory.
inline constexpr std::size_t max_matches = 30'000'000;
// Thrown beyond it, caught in searcher.cpp.
struct TooManyMatches {};

// How rare something is that so many of all documents have (leaf.h).
double idf(std::size_t all, std::size_t documents);

// Reads leaves; reuses its memory from one to the next. For one search, in one thread. Throws TimeIsUp, TooManyMatches
// and what Lucene++ throws.
class LeafReader {
 public:
  // `kind`: which documents to read. Pages also have what their inbound texts say.
  LeafReader(const IndexView& view, const Ranking& ranking, const Deadline& deadline, DocumentKind kind);

  Matches read(const Leaf& leaf);

  // For a document that the leaf matches, in the order of the leaf's fields, inbound texts last, without those that do
  // not match.
  std::vector<FieldShare> shares(const Leaf& leaf, const Segment& segment, std::int32_t document);

  const Ranking& ranking() const { return ranking_; }
  const IndexView& view() const { return view_; }
  std::size_t documents() const { return view_.documents(kind_); }

 private:
  struct Wanted {
    std::int32_t document;
    std::vector<FieldShare> shares;
  };
  // What the inbound texts of a page give it.
  struct Given {
    std::int32_t document;  // of its segment
    FieldShare share;
  };

  void read_segment(const Leaf& leaf, std::size_t segment, Wanted* wanted);
  void read_inbound_texts(const Leaf& leaf);
  void choose(const Segment& segment, DocumentKind kind);
  void read_field(const Leaf& leaf, const Leaf::SearchedField& field, const Segment& segment);
  template <typename Take>
  void finish_field(const Leaf::SearchedField& field, DocumentKind kind, bool scored, const Segment& segment,
                    Take take);
  void give(std::int32_t document, const FieldShare& share, Wanted* wanted);
  // `factor`: what an occurrence counts.
  void read_slots(const std::vector<Leaf::Slot>& slots, unsigned slop, double factor, const std::wstring& field,
                  const Segment& segment);
  void read_host(const std::wstring& host, const std::wstring& url_field, const Segment& segment);
  void read_terms(const Leaf::Terms& terms, const std::wstring& field, const Segment& segment);
  void add_postings(Lucene::TermDocs& postings, double weight);
  void add(std::int32_t document, float frequency);
  SegmentMatches take(bool scored, std::int32_t max_document);
  void forget();

  const IndexView& view_;
  const Ranking ranking_;
  const Deadline& deadline_;
  const DocumentKind kind_;
  const std::vector<char>* chosen_ = nullptr;  // of the segment being read
  std::size_t matches_ = 0;
  // By document of the segment being read; 0 except for the documents in the two lists.
  std::vector<float> frequencies_;
  std::vector<double> weights_;
  std::vector<std::int32_t> in_field_, in_segment_;
  std::vector<std::vector<Given>> given_;  // by segment
  PostingsReader postings_;
  PhraseReader phrases_;
};

}  // namespace pith::index
