#include "indexer_adapter/detail/phrase_frequencies.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "indexer_adapter/detail/file_input.h"
#include "indexer_adapter/detail/similarity.h"

// clang-format off
#include <SegmentReader.h>  // need LuceneHeaders.h before them
#include <SegmentTermPositions.h>
// clang-format on

namespace pith::index {
namespace {

using namespace Lucene;

constexpr std::uint32_t work_of_a_term = 8;      // to find its postings; the unit is a document read
constexpr std::uint32_t work_of_a_document = 8;  // to find its positions
constexpr std::int64_t skipping_pays = 32;       // documents that are passed over for each that is looked up

// A term's positions, read a document at a time: Lucene++ calls five functions for each.
class DocumentPositions : public SegmentTermPositions {
 public:
  LUCENE_CLASS(DocumentPositions);
  explicit DocumentPositions(const SegmentReaderPtr& segment) : SegmentTermPositions(segment) {}

  // Appends all positions of the document at which this is, less `offset`.
  void read(std::int32_t offset, std::vector<std::int32_t>& positions) {
    const std::int32_t count = freq();
    if (count <= 0) return;
    positions.push_back(nextPosition() - offset);  // goes to the document's first
    if (currentFieldStoresPayloads || currentFieldOmitTermFreqAndPositions) {
      for (std::int32_t i = 1; i < count; ++i) positions.push_back(nextPosition() - offset);
      return;
    }
    for (std::int32_t left = count - 1; left > 0;) {  // in parts: the count may be damaged
      const std::int32_t part = std::min(left, 4'096);
      const std::size_t known = positions.size();
      positions.resize(known + static_cast<std::size_t>(part));
      read_numbers(*proxStream, std::span(positions).subspan(known));
      for (std::size_t i = known; i < positions.size(); ++i) {
        position =
            static_cast<std::int32_t>(static_cast<std::uint32_t>(position) + static_cast<std::uint32_t>(positions[i]));
        positions[i] = position - offset;
      }
      left -= part;
    }
    proxCount = 0;
  }
};

// The positions of one document after another, ascending.
class Positions {
 public:
  Positions(const SegmentReaderPtr& segment, const std::vector<TermPtr>& terms, std::int32_t offset,
            const Deadline& deadline)
      : offset_(offset), deadline_(deadline) {
    for (const TermPtr& term : terms) {
      terms_.push_back({newLucene<DocumentPositions>(segment), -1});
      terms_.back().positions->seek(term);
    }
  }

  // Where a phrase would begin that has one of the terms in its place, ascending, each once. Valid until the next call.
  const std::vector<std::int32_t>& begins(std::int32_t document) {
    begins_.clear();
    for (AtTerm& term : terms_) {
      if (term.document < document)
        term.document = term.positions->skipTo(document) ? term.positions->doc() : DocIdSetIterator::NO_MORE_DOCS;
      if (term.document == document) term.positions->read(offset_, begins_);
    }
    deadline_.check(static_cast<std::uint32_t>(begins_.size()));
    if (terms_.size() > 1) std::ranges::sort(begins_);
    begins_.erase(std::unique(begins_.begin(), begins_.end()), begins_.end());
    return begins_;
  }

 private:
  struct AtTerm {
    boost::shared_ptr<DocumentPositions> positions;
    std::int32_t document;  // NO_MORE_DOCS at the end
  };

  std::int32_t offset_;
  const Deadline& deadline_;
  std::vector<AtTerm> terms_;
  std::vector<std::int32_t> begins_;
};

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
  // Of a word that is there twice, Lucene's scorer takes note in the first document that it sees.
  find_candidates(parts, segment, slop == 0 ? &chosen : nullptr);
  if (candidates_.empty()) return;
  if (slop > 0)
    return visit_with_gaps(phrase_of(slots, slop, field), candidates_, segment, deadline_,
                           [&](std::int32_t document, double frequency) {
                             if (chosen[static_cast<std::size_t>(document)]) visit(document, frequency);
                           });
  const auto reader = boost::dynamic_pointer_cast<SegmentReader>(segment);
  if (!reader) boost::throw_exception(IllegalStateException(L"not a segment"));
  std::vector<Positions> positions;
  for (const Part& part : parts) positions.emplace_back(reader, part.terms, part.position, deadline_);
  std::vector<std::int32_t> begins, both;
  for (const std::int32_t document : candidates_) {
    deadline_.check(work_of_a_document);
    begins = positions.front().begins(document);
    for (std::size_t i = 1; i < positions.size() && !begins.empty(); ++i) {
      both.clear();
      std::ranges::set_intersection(begins, positions[i].begins(document), std::back_inserter(both));
      std::swap(begins, both);
    }
    if (!begins.empty()) visit(document, static_cast<double>(begins.size()));
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
void PhraseReader::find_candidates(const std::vector<Part>& parts, const IndexReaderPtr& segment,
                                   const std::vector<char>* chosen) {
  for (const std::int32_t document : candidates_) marks_[static_cast<std::size_t>(document)] = 0;
  candidates_.clear();
  marks_.resize(std::max(marks_.size(), static_cast<std::size_t>(segment->maxDoc())));
  std::uint16_t found = 0;
  for (const Part& part : parts) {
    if (found > 0 && part.documents / skipping_pays > static_cast<std::int64_t>(candidates_.size())) break;
    mark(part, found++, segment, chosen);
    std::erase_if(candidates_, [&](std::int32_t document) {
      std::uint16_t& has = marks_[static_cast<std::size_t>(document)];
      if (has == found) return false;
      has = 0;
      return true;
    });
  }
}

// Counts the part for the documents that have the `before` parts before it; for all, if it is the first.
void PhraseReader::mark(const Part& part, std::uint16_t before, const IndexReaderPtr& segment,
                        const std::vector<char>* chosen) {
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
        if (before == 0) {
          if (chosen != nullptr && !(*chosen)[static_cast<std::size_t>(document)]) continue;
          candidates_.push_back(document);
        }
        ++has;
      }
    }
    postings->close();
  }
  if (before == 0 && !std::ranges::is_sorted(candidates_)) std::ranges::sort(candidates_);
}

}  // namespace pith::index
