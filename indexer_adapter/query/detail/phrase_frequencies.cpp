#include "indexer_adapter/query/detail/phrase_frequencies.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "indexer_adapter/documents/detail/similarity.h"
#include "indexer_adapter/lucene/detail/file_input.h"

// clang-format off
#include <BitVector.h>  // need LuceneHeaders.h before them
#include <SegmentReader.h>
#include <SegmentTermPositions.h>
// clang-format on

namespace pith::index {
namespace {

using namespace Lucene;

constexpr std::uint32_t work_of_a_document = 8;  // to find its positions
constexpr std::int64_t skipping_pays = 32;       // documents that are passed over for each that is looked up

constexpr std::int32_t no_more = std::numeric_limits<std::int32_t>::max();  // where a document is expected

// A term's documents and positions. Lucene++ calls five virtual functions for each number; this reads the next ones by
// itself, and leaves to Lucene++ what is further away, and fields with payloads or without positions.
class TermPlaces : public SegmentTermPositions {
 public:
  LUCENE_CLASS(TermPlaces);
  TermPlaces(const SegmentReaderPtr& segment, const TermPtr& term) : SegmentTermPositions(segment) {
    seek(term);
    plain_ = !currentFieldStoresPayloads && !currentFieldOmitTermFreqAndPositions;
  }

  // Goes on to the first document from `document` on, and returns it, or no_more.
  std::int32_t advance(std::int32_t document) {
    if (at_ >= document) return at_;
    for (int steps = 0; plain_ && steps < near; ++steps) {
      if (!step()) return at_ = no_more;
      if (_doc >= document) return at_ = _doc;
    }
    return at_ = skipTo(document) ? _doc : no_more;
  }

  // All positions of the document at which this is, less `offset`. Valid until the next call.
  std::span<const std::int32_t> positions(std::int32_t offset) {
    const auto count = static_cast<std::size_t>(std::max(_freq, 0));
    if (plain_) {
      if (proxStream && lazySkipPointer == 0) skip_numbers(*proxStream, std::exchange(lazySkipProxCount, 0));
      lazySkip();  // from the place that skipTo left for it
      proxCount = 0;
    }
    for (std::size_t done = 0; done < count;) {  // in parts: the count may be damaged
      const std::size_t part = std::min(count, done + 4'096);
      if (positions_.size() < part) positions_.resize(part);
      if (plain_)
        read_sums(*proxStream, done == 0 ? -offset : positions_[done - 1],
                  std::span(positions_).first(part).subspan(done));
      else
        for (std::size_t i = done; i < part; ++i) positions_[i] = nextPosition() - offset;
      done = part;
    }
    return std::span(positions_).first(count);
  }

 private:
  static constexpr int near = 16;  // documents: as many as it takes to make looking in the skip list worth it

  // As SegmentTermPositions::next.
  bool step() {
    do {
      lazySkipProxCount += std::exchange(proxCount, 0);
      if (count == df) return false;
      ++count;
      const auto code = static_cast<std::uint32_t>(read_number(*_freqStream));
      _doc = static_cast<std::int32_t>(static_cast<std::uint32_t>(_doc) + (code >> 1));
      _freq = (code & 1) != 0 ? 1 : read_number(*_freqStream);
      proxCount = _freq;
    } while (deletedDocs && is_deleted());
    position = 0;
    return true;
  }

  bool is_deleted() const {
    return _doc >= 0 && _doc < deletedDocs->size() && deletedDocs->get(_doc);  // the number may be damaged
  }

  bool plain_ = false;
  std::int32_t at_ = -1;
  std::vector<std::int32_t> positions_;
};

// A place in a phrase, which any of some terms may take.
class SlotPlaces {
 public:
  SlotPlaces(const SegmentReaderPtr& segment, const std::vector<TermPtr>& terms, std::int32_t offset)
      : offset_(offset) {
    for (const TermPtr& term : terms) terms_.push_back(newLucene<TermPlaces>(segment, term));
  }

  // Goes on to the first document from `document` on that has one of the terms, and returns it, or no_more.
  std::int32_t advance(std::int32_t document) {
    at_ = no_more;
    for (const auto& term : terms_) at_ = std::min(at_, term->advance(document));
    return at_;
  }

  // Where in this document a phrase would begin, ascending. Valid until the next call.
  std::span<const std::int32_t> begins() {
    if (terms_.size() == 1) return terms_.front()->positions(offset_);
    begins_.clear();
    for (const auto& term : terms_) {
      if (term->advance(at_) != at_) continue;
      const auto of_term = term->positions(offset_);
      begins_.insert(begins_.end(), of_term.begin(), of_term.end());
    }
    std::ranges::sort(begins_);
    return begins_;
  }

 private:
  std::int32_t offset_;
  std::vector<boost::shared_ptr<TermPlaces>> terms_;
  std::int32_t at_ = -1;
  std::vector<std::int32_t> begins_;
};

// Leaves only what is in both, each number once. Both are ascending. Which comes next is as good as random: no branch
// depends on it.
void intersect(std::vector<std::int32_t>& numbers, std::span<const std::int32_t> others) {
  std::size_t kept = 0, mine = 0, other = 0;
  while (mine < numbers.size() && other < others.size()) {
    const std::int32_t left = numbers[mine], right = others[other];
    numbers[kept] = left;  // at or before `mine`
    kept += static_cast<std::size_t>(left == right);
    mine += static_cast<std::size_t>(left <= right);
    other += static_cast<std::size_t>(right <= left);
  }
  numbers.resize(kept);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

// What a term has in some documents only.
class PositionsInSome : public FilterTermPositions {
 public:
  LUCENE_CLASS(PositionsInSome);
  PositionsInSome(const TermPositionsPtr& positions, std::span<const std::int32_t> documents, const Deadline& deadline)
      : FilterTermPositions(positions), left_(documents), deadline_(deadline) {}

  bool next() override { return !left_.empty() && go(left_.front()); }
  bool skipTo(std::int32_t target) override { return go(target); }
  std::int32_t nextPosition() override {
    deadline_.check();
    return FilterTermPositions::nextPosition();
  }

 private:
  // skipTo of Lucene++ leaves a document even if it is the one that is wanted.
  bool go(std::int32_t target) {
    while (true) {
      deadline_.check(work_of_a_document);
      const auto first = std::ranges::lower_bound(left_, target);
      left_ = left_.subspan(static_cast<std::size_t>(first - left_.begin()));
      if (left_.empty()) return false;
      if (at_ < left_.front()) at_ = in->skipTo(left_.front()) ? in->doc() : DocIdSetIterator::NO_MORE_DOCS;
      if (at_ == left_.front()) break;
      target = at_;
    }
    left_ = left_.subspan(1);
    return true;
  }

  std::int32_t at_ = -1;
  std::span<const std::int32_t> left_;
  const Deadline& deadline_;
};

// A segment as phrase scorers should see it: some documents, and without the norms that indexes of older versions have,
// by which scorers would multiply.
class SomeDocuments : public FilterIndexReader {
 public:
  LUCENE_CLASS(SomeDocuments);
  SomeDocuments(const IndexReaderPtr& segment, std::span<const std::int32_t> documents, const Deadline& deadline)
      : FilterIndexReader(segment), documents_(documents), deadline_(deadline) {}

  ByteArray norms(const String&) override { return {}; }
  using FilterIndexReader::norms;
  TermPositionsPtr termPositions(const TermPtr& term) override {
    return newLucene<PositionsInSome>(in->termPositions(term), documents_, deadline_);
  }
  using FilterIndexReader::termPositions;

 private:
  const std::span<const std::int32_t> documents_;
  const Deadline& deadline_;
};

QueryPtr phrase_of(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field) {
  if (std::ranges::all_of(slots, [](const Leaf::Slot& slot) { return slot.variants.size() == 1; })) {
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

// With gaps, by Lucene's scorers.
template <typename Visit>
void visit_with_gaps(const QueryPtr& phrase, std::span<const std::int32_t> documents, const IndexReaderPtr& segment,
                     const Deadline& deadline, Visit visit) {
  const auto searcher = newLucene<IndexSearcher>(segment);
  searcher->setSimilarity(plain_similarity());
  const auto weight = phrase->weight(searcher);
  const auto scorer = weight->scorer(newLucene<SomeDocuments>(segment, documents, deadline), true, false);
  if (!scorer) return;
  const double unit = weight->getValue();  // a phrase's idf is the sum of its terms' idf, 1 each
  for (int32_t document; (document = scorer->nextDoc()) != DocIdSetIterator::NO_MORE_DOCS;)
    visit(document, scorer->score() / unit);
}

}  // namespace

void PhraseReader::visit(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field,
                         const IndexReaderPtr& segment, const std::vector<char>& chosen,
                         const std::function<void(std::int32_t, double)>& visit) {
  const std::vector<Part> parts = parts_of(slots, field, segment);
  if (parts.front().documents == 0) return;
  if (slop == 0) return visit_exact(parts, segment, chosen, visit);
  // Of a word that is there twice, Lucene's scorer takes note in the first document that it sees: it sees all.
  find_candidates(parts, segment);
  if (!candidates_.empty())
    visit_with_gaps(phrase_of(slots, slop, field), candidates_, segment, deadline_,
                    [&](std::int32_t document, double frequency) {
                      if (chosen[static_cast<std::size_t>(document)]) visit(document, frequency);
                    });
}

void PhraseReader::visit_exact(const std::vector<Part>& parts, const IndexReaderPtr& segment,
                               const std::vector<char>& chosen,
                               const std::function<void(std::int32_t, double)>& visit) const {
  const auto reader = boost::dynamic_pointer_cast<SegmentReader>(segment);
  if (!reader) boost::throw_exception(IllegalStateException(L"not a segment"));
  std::vector<SlotPlaces> places;
  for (const Part& part : parts) {
    deadline_.check(work_of_a_term * static_cast<std::uint32_t>(part.terms.size()));
    places.emplace_back(reader, part.terms, part.position);
  }
  const auto shared = [&](std::int32_t document) {  // the first document from this one on that all may have
    for (SlotPlaces& other : std::span(places).subspan(1)) document = std::max(document, other.advance(document));
    return document;
  };
  std::vector<std::int32_t> begins;
  for (std::int32_t document = 0; (document = places.front().advance(document)) != no_more;) {
    deadline_.check(static_cast<std::uint32_t>(places.size()));
    if (document < 0 || static_cast<std::size_t>(document) >= chosen.size())
      boost::throw_exception(CorruptIndexException(L"postings name a document that does not exist"));
    if (!chosen[static_cast<std::size_t>(document)]) {
      ++document;
      continue;
    }
    if (const std::int32_t next = shared(document); next != document) {
      if (next == no_more) return;
      document = next;
      continue;
    }
    const auto first = places.front().begins();
    begins.assign(first.begin(), first.end());
    for (std::size_t i = 1; i < places.size() && !begins.empty(); ++i) {
      const auto others = places[i].begins();
      deadline_.check(static_cast<std::uint32_t>(begins.size() + others.size()) + work_of_a_document);
      intersect(begins, others);
    }
    if (!begins.empty()) visit(document, static_cast<double>(begins.size()));
    ++document;
  }
}

// The rarest first.
std::vector<PhraseReader::Part> PhraseReader::parts_of(const std::vector<Leaf::Slot>& slots, const std::wstring& field,
                                                       const IndexReaderPtr& segment) {
  std::vector<Part> parts;
  for (const Leaf::Slot& slot : slots) {
    Part part{slot.position, {}, 0};
    for (const Leaf::Variant& variant : slot.variants) {
      const auto term = newLucene<Term>(field, variant.text);
      const std::int32_t documents = segment->docFreq(term);
      if (documents == 0) continue;
      part.terms.push_back(term);
      part.documents += documents;
    }
    parts.push_back(std::move(part));
  }
  std::ranges::stable_sort(parts, {}, &Part::documents);
  return parts;
}

// Candidates have all parts, but for words so common that the few documents left are looked up in their postings.
void PhraseReader::find_candidates(const std::vector<Part>& parts, const IndexReaderPtr& segment) {
  for (const std::int32_t document : candidates_) marks_[static_cast<std::size_t>(document)] = 0;
  candidates_.clear();
  marks_.resize(std::max(marks_.size(), static_cast<std::size_t>(segment->maxDoc())));
  std::uint16_t found = 0;
  for (const Part& part : parts) {
    if (found > 0 && part.documents / skipping_pays > static_cast<std::int64_t>(candidates_.size())) break;
    mark(part, found++, segment);
    std::erase_if(candidates_, [&](std::int32_t document) {
      std::uint16_t& has = marks_[static_cast<std::size_t>(document)];
      if (has == found) return false;
      has = 0;
      return true;
    });
  }
}

// Counts the part for the documents that have the `before` parts before it; for all, if it is the first.
void PhraseReader::mark(const Part& part, std::uint16_t before, const IndexReaderPtr& segment) {
  const std::int32_t documents = segment->maxDoc();
  for (const TermPtr& term : part.terms) {
    deadline_.check(work_of_a_term);
    const auto postings = segment->termDocs(term);
    for (auto block = postings_.next(*postings, documents); !block.documents.empty();
         block = postings_.next(*postings, documents)) {
      deadline_.check(static_cast<std::uint32_t>(block.documents.size()));
      for (const std::int32_t document : block.documents) {
        std::uint16_t& has = marks_[static_cast<std::size_t>(document)];
        if (has != before) continue;
        if (before == 0) candidates_.push_back(document);
        ++has;
      }
    }
    postings->close();
  }
  if (before == 0 && !std::ranges::is_sorted(candidates_)) std::ranges::sort(candidates_);
}

}  // namespace pith::index
