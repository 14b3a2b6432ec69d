#include "indexer_adapter/detail/phrase_frequencies.h"

#include <algorithm>

#include "indexer_adapter/detail/similarity.h"

namespace pith::index {
namespace {

using namespace Lucene;

// Indexes of older versions have norms, which phrase scorers would multiply by.
class WithoutNorms : public FilterIndexReader {
 public:
  LUCENE_CLASS(WithoutNorms);
  explicit WithoutNorms(const IndexReaderPtr& reader) : FilterIndexReader(reader) {}
  ByteArray norms(const String&) override { return {}; }
};

QueryPtr phrase_of(const Leaf& leaf, const std::wstring& field) {
  const bool plain = std::all_of(leaf.slots.begin(), leaf.slots.end(),
                                 [](const Leaf::Slot& slot) { return slot.variants.size() == 1; });
  if (plain) {
    const auto phrase = newLucene<PhraseQuery>();
    for (const Leaf::Slot& slot : leaf.slots)
      phrase->add(newLucene<Term>(field, slot.variants.front().text), slot.position);
    phrase->setSlop(static_cast<int32_t>(leaf.slop));
    return phrase;
  }
  const auto phrase = newLucene<MultiPhraseQuery>();
  for (const Leaf::Slot& slot : leaf.slots) {
    auto terms = Collection<TermPtr>::newInstance();
    for (const Leaf::Variant& variant : slot.variants) terms.add(newLucene<Term>(field, variant.text));
    phrase->add(terms, slot.position);
  }
  phrase->setSlop(static_cast<int32_t>(leaf.slop));
  return phrase;
}

}  // namespace

void visit_phrase(const Leaf& leaf, const std::wstring& field, const IndexReaderPtr& segment,
                  const std::function<void(std::int32_t, double)>& visit) {
  const auto searcher = newLucene<IndexSearcher>(segment);
  searcher->setSimilarity(plain_similarity());
  const auto weight = phrase_of(leaf, field)->weight(searcher);
  const auto scorer = weight->scorer(newLucene<WithoutNorms>(segment), true, false);
  if (!scorer) return;
  const double unit = weight->getValue();  // a phrase's idf is the sum of its terms' idf, 1 each
  for (int32_t document; (document = scorer->nextDoc()) != DocIdSetIterator::NO_MORE_DOCS;)
    visit(document, scorer->score() / unit);
}

}  // namespace pith::index
