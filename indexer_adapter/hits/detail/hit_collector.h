// One pass over what a query matches: the best hits, and how all of them spread over sites, hosts, languages and years.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "indexer_adapter/hits/detail/page_boosts.h"
#include "indexer_adapter/hits/detail/title_match.h"
#include "indexer_adapter/hits/hits.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/index_view.h"
#include "indexer_adapter/query/query.h"

namespace pith::index {

struct FoundDocument {
  std::int32_t document;  // in the whole index
  double score;
  bool partial;       // it lacks words of the query
  std::int64_t date;  // of publication (see Columns::dates); 0: unknown, or the order is not by date
  std::size_t bet;    // its place among the best bets, from 1; 0: it is not one
};

class HitCollector : public Lucene::Collector {
 public:
  using String = Lucene::String;  // for the macro
  LUCENE_CLASS(HitCollector);

  // Keeps the first `wanted` in this order: best bets; those that are not partial, then the others; by score, or by
  // date and then score; in the order of the index.
  HitCollector(const IndexView& view, const FieldMap& fields, const PageBoosts& boosts, const Deadline& deadline,
               Order order, std::size_t wanted, bool facets);

  void setScorer(const Lucene::ScorerPtr& scorer) override { scorer_ = scorer; }
  void collect(std::int32_t document) override;
  void setNextReader(const Lucene::IndexReaderPtr& reader, std::int32_t first_document) override;
  bool acceptsDocsOutOfOrder() override { return false; }

  // Before each search. What a second one collects is partial. `titles` outlives the search; without it, titles do not
  // count.
  void begin(const TitleMatch& titles, bool partial) {
    titles_ = &titles;
    partial_ = partial;
  }
  // Before the searches: the documents of the best bets, best first.
  void prefer(std::vector<std::int32_t> best_bets) { best_bets_ = std::move(best_bets); }
  // After the search.
  std::size_t total() const { return total_; }
  std::size_t complete() const { return complete_; }  // those that are not partial, and the best bets
  bool any_dated() const { return any_dated_; }       // whether a hit has a date, if the order is by date
  std::vector<FoundDocument> best() const;
  Facets facets();

 private:
  // Counts by number of the value in the current segment, and by value in all earlier ones.
  struct Counts {
    const KeywordColumn* column = nullptr;
    std::vector<std::size_t> in_segment;
    std::map<std::string, std::size_t> before;
    void begin(const KeywordColumn& next);
    void end();
  };

  bool better(const FoundDocument& a, const FoundDocument& b) const;
  void end_segment();

  const IndexView& view_;
  const FieldMap& fields_;
  const PageBoosts& boosts_;
  const Deadline& deadline_;
  const Order order_;
  const std::size_t wanted_;
  const bool with_facets_;
  const std::wstring published_;

  Lucene::ScorerPtr scorer_;
  const Segment* segment_ = nullptr;
  const std::vector<std::int64_t>* dates_ = nullptr;
  Counts sites_, hosts_, languages_;
  std::vector<std::size_t> years_;
  std::size_t total_ = 0, complete_ = 0;
  bool any_dated_ = false;
  const TitleMatch* titles_ = nullptr;
  std::vector<std::int32_t> best_bets_;
  bool partial_ = false;
  std::vector<FoundDocument> best_;  // a heap, the worst on top
};

}  // namespace pith::index
