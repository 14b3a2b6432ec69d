#include "indexer_adapter/detail/phrase_frequencies.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <optional>
#include <utility>

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

// Lucene's scorer counts a place once for each pair of variants that a page has there; this counts it once.
class Occurrences {
 public:
  Occurrences(const std::vector<Leaf::Slot>& slots, const std::wstring& field, const IndexReaderPtr& segment) {
    for (const Leaf::Slot& slot : slots) {
      slots_.push_back({slot.position, {}});
      for (const Leaf::Variant& variant : slot.variants)
        slots_.back().variants.push_back({segment->termPositions(newLucene<Term>(field, variant.text)), -1});
    }
  }

  // Of the phrase in the document; ascending from call to call.
  std::size_t count(std::int32_t document) {
    std::vector<std::int32_t> begins;
    for (Slot& slot : slots_) {
      std::vector<std::int32_t> positions;
      for (Variant& variant : slot.variants) read(variant, document, slot.position, positions);
      std::sort(positions.begin(), positions.end());
      positions.erase(std::unique(positions.begin(), positions.end()), positions.end());
      if (&slot != &slots_.front()) {
        std::vector<std::int32_t> both;
        std::set_intersection(begins.begin(), begins.end(), positions.begin(), positions.end(),
                              std::back_inserter(both));
        positions = std::move(both);
      }
      begins = std::move(positions);
    }
    return begins.size();
  }

 private:
  struct Variant {
    TermPositionsPtr positions;
    std::int32_t at;  // document; DocIdSetIterator::NO_MORE_DOCS at the end
  };
  struct Slot {
    std::int32_t position;
    std::vector<Variant> variants;
  };

  static void read(Variant& variant, std::int32_t document, std::int32_t offset, std::vector<std::int32_t>& positions) {
    if (variant.at < document)
      variant.at = variant.positions->skipTo(document) ? variant.positions->doc() : DocIdSetIterator::NO_MORE_DOCS;
    if (variant.at != document) return;
    for (std::int32_t i = variant.positions->freq(); i > 0; --i)
      positions.push_back(variant.positions->nextPosition() - offset);
  }

  std::vector<Slot> slots_;
};

bool is_plain(const std::vector<Leaf::Slot>& slots) {
  return std::all_of(slots.begin(), slots.end(), [](const Leaf::Slot& slot) { return slot.variants.size() == 1; });
}

QueryPtr phrase_of(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field) {
  if (is_plain(slots)) {
    const auto phrase = newLucene<PhraseQuery>();
    for (const Leaf::Slot& slot : slots) phrase->add(newLucene<Term>(field, slot.variants.front().text), slot.position);
    phrase->setSlop(static_cast<int32_t>(slop));
    return phrase;
  }
  const auto phrase = newLucene<MultiPhraseQuery>();
  for (const Leaf::Slot& slot : slots) {
    auto terms = Collection<TermPtr>::newInstance();
    for (const Leaf::Variant& variant : slot.variants) terms.add(newLucene<Term>(field, variant.text));
    phrase->add(terms, slot.position);
  }
  phrase->setSlop(static_cast<int32_t>(slop));
  return phrase;
}

}  // namespace

void visit_phrase(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field,
                  const IndexReaderPtr& segment, const std::function<void(std::int32_t, double)>& visit) {
  const auto searcher = newLucene<IndexSearcher>(segment);
  searcher->setSimilarity(plain_similarity());
  const auto weight = phrase_of(slots, slop, field)->weight(searcher);
  const auto scorer = weight->scorer(newLucene<WithoutNorms>(segment), true, false);
  if (!scorer) return;
  const double unit = weight->getValue();  // a phrase's idf is the sum of its terms' idf, 1 each
  std::optional<Occurrences> occurrences;
  if (slop == 0 && !is_plain(slots)) occurrences.emplace(slots, field, segment);
  for (int32_t document; (document = scorer->nextDoc()) != DocIdSetIterator::NO_MORE_DOCS;)
    visit(document, occurrences ? static_cast<double>(occurrences->count(document)) : scorer->score() / unit);
}

}  // namespace pith::index
