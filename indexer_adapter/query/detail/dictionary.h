// Look-ups in the terms of an index.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

struct NearWord {
  std::wstring text;
  unsigned distance;
  int documents;
};

// Words of these fields (names in the index) within the tolerated distance of a folded word, excluding the word itself:
// nearest first, then most frequent. They share its first letter: mistakes there are rare, and that limits the terms to
// look at. Throws TimeIsUp.
std::vector<NearWord> near_words(const Lucene::IndexReaderPtr& reader, const std::vector<std::wstring>& fields,
                                 std::wstring_view folded, std::size_t limit, const Deadline& deadline);

// Calls visit(postings) for the field's terms that begin with `prefix`, 5,000 at most. Throws TimeIsUp.
void visit_prefix(const Lucene::IndexReaderPtr& reader, const std::wstring& field, std::wstring_view prefix,
                  const std::function<void(Lucene::TermPositions&)>& visit, const Deadline& deadline);

// The languages whose stems occur in these fields.
std::vector<std::string> languages_with_stems(const Lucene::IndexReaderPtr& reader,
                                              const std::vector<std::wstring>& fields);

// Documents with the term, including other programs'.
int documents_with(const Lucene::IndexReaderPtr& reader, const std::wstring& field, const std::wstring& text);

}  // namespace pith::index
