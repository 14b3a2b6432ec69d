// How often a phrase occurs in a field.
//
// Positions, which cost many times as much to read as documents, are read only where all words are, and the rarest word
// leads the way. With slop, these documents are found first, and Lucene's phrase scorers count in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/detail/leaf.h"
#include "indexer_adapter/query/detail/postings.h"

namespace pith::index {

// Reuses its memory from one phrase with slop to the next: some bytes for each document of the largest segment.
class PhraseReader {
 public:
  explicit PhraseReader(const Deadline& deadline) : deadline_(deadline) {}

  // Calls visit(document, frequency) for each document of the segment that is `chosen` (by number) and has the slots
  // side by side, in ascending order. Places are counted once, whichever variants they have. Throws TimeIsUp and what
  // Lucene++ throws.
  void visit(const std::vector<Leaf::Slot>& slots, unsigned slop, const std::wstring& field,
             const Lucene::IndexReaderPtr& segment, const std::vector<char>& chosen,
             const std::function<void(std::int32_t, double)>& visit);

 private:
  // The terms of a slot.
  struct Part {
    std::int32_t position;
    std::vector<Lucene::TermPtr> terms;
    std::int64_t documents;  // at most
  };

  static std::vector<Part> parts_of(const std::vector<Leaf::Slot>& slots, const std::wstring& field,
                                    const Lucene::IndexReaderPtr& segment);
  void visit_exact(const std::vector<Part>& parts, const Lucene::IndexReaderPtr& segment,
                   const std::vector<char>& chosen, const std::function<void(std::int32_t, double)>& visit) const;
  void find_candidates(const std::vector<Part>& parts, const Lucene::IndexReaderPtr& segment);
  void mark(const Part& part, std::uint16_t before, const Lucene::IndexReaderPtr& segment);

  const Deadline& deadline_;
  PostingsReader postings_;
  std::vector<std::int32_t> candidates_;  // ascending
  std::vector<std::uint16_t> marks_;      // by document: how many parts it has; 0 for all but the candidates
};

}  // namespace pith::index
