#include "indexer_adapter/query/detail/most_of_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "indexer_adapter/documents/detail/similarity.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

using namespace Lucene;

struct Parts {
  std::vector<WantedPart> list;
  double all = 0, needed = 0;  // importance
};

class MostOfScorer : public Scorer {
 public:
  LUCENE_CLASS(MostOfScorer);
  struct Part {
    ScorerPtr scorer;
    double importance;
    int32_t at;
  };

  MostOfScorer(std::vector<Part> parts, const Parts& wanted)
      : Scorer(plain_similarity()), parts_(std::move(parts)), wanted_(wanted) {
    for (Part& part : parts_) part.at = part.scorer->nextDoc();
  }

  int32_t docID() override { return here_; }

  int32_t nextDoc() override { return advance(here_ == NO_MORE_DOCS ? here_ : here_ + 1); }

  int32_t advance(int32_t target) override {
    while (true) {
      here_ = NO_MORE_DOCS;
      for (Part& part : parts_) {
        if (part.at < target) part.at = part.scorer->advance(target);
        here_ = std::min(here_, part.at);
      }
      if (here_ == NO_MORE_DOCS || importance_here() >= wanted_.needed) return here_;
      target = here_ + 1;
    }
  }

  double score() override {
    double sum = 0;
    for (const Part& part : parts_)
      if (part.at == here_) sum += part.scorer->score();
    return sum * importance_here() / wanted_.all;
  }
  using Scorer::score;

 private:
  double importance_here() const {
    double sum = 0;
    for (const Part& part : parts_)
      if (part.at == here_) sum += part.importance;
    return sum;
  }

  std::vector<Part> parts_;
  const Parts& wanted_;  // the query's; the weight keeps it alive
  int32_t here_ = -1;
};

class MostOfWeight : public Weight {
 public:
  LUCENE_CLASS(MostOfWeight);
  MostOfWeight(QueryPtr query, std::shared_ptr<const Parts> parts, const SearcherPtr& searcher)
      : query_(std::move(query)), parts_(std::move(parts)), boost_(query_->getBoost()) {
    for (const WantedPart& part : parts_->list) weights_.push_back(part.query->createWeight(searcher));
  }

  QueryPtr getQuery() override { return query_; }
  double getValue() override { return boost_; }
  double sumOfSquaredWeights() override { return 1; }
  void normalize(double norm) override {
    for (const WeightPtr& weight : weights_) weight->normalize(norm * boost_);
  }

  ScorerPtr scorer(const IndexReaderPtr& reader, bool, bool) override {
    std::vector<MostOfScorer::Part> parts;
    for (std::size_t i = 0; i < weights_.size(); ++i)
      if (auto scorer = weights_[i]->scorer(reader, true, false))
        parts.push_back({std::move(scorer), parts_->list[i].importance, -1});
    if (parts.empty()) return {};
    return newLucene<MostOfScorer>(std::move(parts), *parts_);
  }

  ExplanationPtr explain(const IndexReaderPtr& reader, int32_t document) override {
    const auto sum = newLucene<ComplexExplanation>(true, 0, L"sum of");
    double value = 0, importance = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      // Lucene's explanation of "a AND b" ignores what no page of the segment has.
      const auto scorer = weights_[i]->scorer(reader, true, false);
      if (!scorer || scorer->advance(document) != document) continue;
      const auto part = weights_[i]->explain(reader, document);
      sum->addDetail(part);
      value += part->getValue();
      importance += parts_->list[i].importance;
    }
    if (importance < parts_->needed) return newLucene<ComplexExplanation>(false, 0, L"too little of the query");
    sum->setValue(value);
    const double share = importance / parts_->all;
    const auto all = newLucene<ComplexExplanation>(true, value * share, L"product of");
    all->addDetail(sum);
    all->addDetail(newLucene<ComplexExplanation>(true, share, L"share of the query's words, by how rare they are"));
    return all;
  }

 private:
  const QueryPtr query_;
  const std::shared_ptr<const Parts> parts_;
  const double boost_;
  std::vector<WeightPtr> weights_;
};

class MostOfQuery : public Lucene::Query {
 public:
  LUCENE_CLASS(MostOfQuery);
  explicit MostOfQuery(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  WeightPtr createWeight(const SearcherPtr& searcher) override {
    return newLucene<MostOfWeight>(shared_from_this(), parts_, searcher);
  }
  String toString(const String&) override { return L"most of the words"; }
  using Lucene::Query::toString;

  LuceneObjectPtr clone(const LuceneObjectPtr& other) override {
    return Lucene::Query::clone(other ? other : newLucene<MostOfQuery>(parts_));
  }

 private:
  const std::shared_ptr<const Parts> parts_;
};

}  // namespace

QueryPtr most_of_query(std::vector<WantedPart> parts, double least_share) {
  auto wanted = std::make_shared<Parts>();
  wanted->list = std::move(parts);
  for (const WantedPart& part : wanted->list) wanted->all += part.importance;
  wanted->needed = least_share * wanted->all * (1 - 1e-9);
  return newLucene<MostOfQuery>(std::shared_ptr<const Parts>(std::move(wanted)));
}

}  // namespace pith::index
