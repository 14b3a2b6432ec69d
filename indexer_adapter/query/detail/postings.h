// The documents of a term, read in blocks: one call of Lucene++ for each document costs more than all that is done with
// it.
#pragma once

#include <cstdint>
#include <span>

#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// Memory for a block, reused from term to term.
class PostingsReader {
 public:
  // Documents of a segment, ascending, and how often each has the term.
  struct Block {
    std::span<const std::int32_t> documents, frequencies;
  };

  PostingsReader();

  // The documents that follow; none at the end. Valid until the next call. `documents`: of the segment, deleted ones
  // included. Throws Lucene::CorruptIndexException for a document that does not exist, and what Lucene++ throws.
  Block next(Lucene::TermDocs& postings, std::int32_t documents);

 private:
  Lucene::Collection<std::int32_t> documents_, frequencies_;
};

}  // namespace pith::index
