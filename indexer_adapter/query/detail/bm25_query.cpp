#include "indexer_adapter/query/detail/bm25_query.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "indexer_adapter/documents/detail/similarity.h"
#include "indexer_adapter/lucene/detail/text.h"

namespace pith::index {
namespace {

using namespace Lucene;

// Shared by a query, its weight and its scorers.
struct ReadLeaf {
  Leaf leaf;
  Matches matches;
  LeafReader* reader;

  // The segment's number in the view.
  std::size_t segment(const IndexReaderPtr& wanted) const {
    const auto& segments = reader->view().segments();
    const auto found = std::find_if(segments.begin(), segments.end(),
                                    [&](const Segment& segment) { return segment.reader == wanted; });
    if (found == segments.end()) boost::throw_exception(IllegalStateException(L"a query of another view"));
    return static_cast<std::size_t>(found - segments.begin());
  }
};

double saturated(double weight, double k1) { return weight / (k1 + weight); }

class LeafScorer : public Scorer {
 public:
  LUCENE_CLASS(LeafScorer);
  LeafScorer(const SegmentMatches& matches, double factor, double k1)
      : Scorer(plain_similarity()), matches_(matches), factor_(factor), k1_(k1) {}

  int32_t docID() override { return at_ < 0 ? -1 : here(); }

  int32_t nextDoc() override {
    if (at_ < size()) ++at_;
    return here();
  }

  // Looks ahead in growing steps, then halves.
  int32_t advance(int32_t target) override {
    const auto first = matches_.documents.begin();
    std::ptrdiff_t low = std::min(at_ + 1, size()), step = 1;
    while (low + step < size() && *(first + low + step) < target) {
      low += step;
      step *= 2;
    }
    at_ = std::lower_bound(first + low, first + std::min(low + step + 1, size()), target) - first;
    return here();
  }

  double score() override {
    if (matches_.weights.empty()) return 0;
    return factor_ * saturated(static_cast<double>(matches_.weights[static_cast<std::size_t>(at_)]), k1_);
  }
  using Scorer::score;

 private:
  std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(matches_.documents.size()); }
  int32_t here() const {
    return at_ < size() ? matches_.documents[static_cast<std::size_t>(at_)] : DocIdSetIterator::NO_MORE_DOCS;
  }

  const SegmentMatches& matches_;  // the query's; the weight keeps it alive
  const double factor_, k1_;
  std::ptrdiff_t at_ = -1;
};

class LeafWeight : public Weight {
 public:
  LUCENE_CLASS(LeafWeight);
  LeafWeight(QueryPtr query, std::shared_ptr<const ReadLeaf> leaf)
      : query_(std::move(query)), leaf_(std::move(leaf)), boost_(query_->getBoost()) {}

  QueryPtr getQuery() override { return query_; }
  double getValue() override { return boost_; }
  double sumOfSquaredWeights() override { return 1; }
  void normalize(double norm) override { boost_ *= norm; }  // the boosts of enclosing queries

  ScorerPtr scorer(const IndexReaderPtr& reader, bool, bool) override {
    const SegmentMatches& matches = leaf_->matches.segments[leaf_->segment(reader)];
    if (matches.documents.empty()) return {};
    return newLucene<LeafScorer>(matches, boost_ * leaf_->matches.idf, leaf_->reader->ranking().k1);
  }

  ExplanationPtr explain(const IndexReaderPtr& reader, int32_t document) override {
    const std::size_t number = leaf_->segment(reader);
    const SegmentMatches& matches = leaf_->matches.segments[number];
    const auto found = std::lower_bound(matches.documents.begin(), matches.documents.end(), document);
    if (found == matches.documents.end() || *found != document)
      return newLucene<ComplexExplanation>(false, 0, L"not in the page");
    if (!leaf_->leaf.scored) return newLucene<ComplexExplanation>(true, 0, L"only filters pages");
    const Ranking& ranking = leaf_->reader->ranking();
    const auto weight =
        static_cast<double>(matches.weights[static_cast<std::size_t>(found - matches.documents.begin())]);
    const double idf = leaf_->matches.idf, part = saturated(weight, ranking.k1);
    const auto all = part_of(boost_ * idf * part, fmt::format("{}: product of", leaf_->leaf.label));
    if (boost_ != 1) all->addDetail(part_of(boost_, "boost"));
    all->addDetail(
        part_of(idf, fmt::format("idf: in {} of {} documents", leaf_->matches.documents, leaf_->reader->documents())));
    const auto saturation = part_of(part, fmt::format("w / (k1 {} + w), where", ranking.k1));
    const auto sum = part_of(weight, "w: sum of");
    for (const FieldShare& share :
         leaf_->reader->shares(leaf_->leaf, leaf_->reader->view().segments()[number], document))
      sum->addDetail(part_of(share.value, describe(share, ranking)));
    saturation->addDetail(sum);
    all->addDetail(saturation);
    return all;
  }

 private:
  static boost::shared_ptr<ComplexExplanation> part_of(double value, const std::string& text) {
    return newLucene<ComplexExplanation>(true, value, to_wide(text));
  }

  static std::string describe(const FieldShare& share, const Ranking& ranking) {
    std::string text =
        fmt::format("{}: weight {} * tf {:.4g}", to_utf8(share.field->name), share.field->weight, share.frequency);
    if (!share.field->length_counts) return text;
    if (share.words == 0) return text + ", length not known";
    return text + fmt::format(" / ({:.4g} + {:.4g} * {} words / {:.1f} on average)", 1 - ranking.b, ranking.b,
                              share.words, share.average);
  }

  const QueryPtr query_;
  const std::shared_ptr<const ReadLeaf> leaf_;
  double boost_;
};

class LeafQuery : public Lucene::Query {
 public:
  LUCENE_CLASS(LeafQuery);
  explicit LeafQuery(std::shared_ptr<const ReadLeaf> leaf) : leaf_(std::move(leaf)) {}

  WeightPtr createWeight(const SearcherPtr&) override { return newLucene<LeafWeight>(shared_from_this(), leaf_); }
  String toString(const String&) override { return to_wide(leaf_->leaf.label); }
  using Lucene::Query::toString;

  // A boolean query with one clause replaces itself by a clone of the clause, with its own boost.
  LuceneObjectPtr clone(const LuceneObjectPtr& other) override {
    return Lucene::Query::clone(other ? other : newLucene<LeafQuery>(leaf_));
  }

 private:
  const std::shared_ptr<const ReadLeaf> leaf_;
};

}  // namespace

QueryPtr bm25_query(Leaf leaf, LeafReader& reader) {
  auto read = std::make_shared<ReadLeaf>();
  read->matches = reader.read(leaf);
  read->leaf = std::move(leaf);
  read->reader = &reader;
  return newLucene<LeafQuery>(std::shared_ptr<const ReadLeaf>(std::move(read)));
}

QueryPtr every_document() {
  const auto query = newLucene<MatchAllDocsQuery>();
  query->setBoost(0);
  return query;
}

}  // namespace pith::index
