// Look-ups in the terms of an index.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/query/detail/deadline.h"

namespace pith::index {

struct NearWord {
  std::wstring text;
  unsigned distance;
  int documents;
};

// The words spelled like those of one search. Who asks and who fills the index may be strangers, so all calls together
// look at no more than `terms` terms of the index: in a large one, some words are not found, and calls after that find
// none. What was asked before is remembered.
class NearWords {
 public:
  static constexpr std::size_t most_terms = 50'000;  // about 0.05 seconds
  static constexpr std::size_t most_words = 20;

  explicit NearWords(const Deadline& deadline, std::size_t terms = most_terms) : deadline_(deadline), left_(terms) {}

  // Words of these fields (names in the index) within the tolerated distance of a folded word, excluding the word
  // itself: nearest first, then most frequent. They share its first letter, since mistakes there are rare; those that
  // share its second letter too are looked at first. Throws TimeIsUp.
  const std::vector<NearWord>& of(const Lucene::IndexReaderPtr& reader, const std::vector<std::wstring>& fields,
                                  std::wstring_view folded);

 private:
  std::vector<NearWord> find(const Lucene::IndexReaderPtr& reader, const std::vector<std::wstring>& fields,
                             std::wstring_view folded);

  const Deadline& deadline_;
  std::size_t left_;
  std::map<std::pair<std::vector<std::wstring>, std::wstring>, std::vector<NearWord>> known_;
};

// Calls visit(postings) for the field's terms that begin with `prefix`, 5,000 at most. Throws TimeIsUp.
void visit_prefix(const Lucene::IndexReaderPtr& reader, const std::wstring& field, std::wstring_view prefix,
                  const std::function<void(Lucene::TermPositions&)>& visit, const Deadline& deadline);

// The languages whose stems occur in these fields.
std::vector<std::string> languages_with_stems(const Lucene::IndexReaderPtr& reader,
                                              const std::vector<std::wstring>& fields);

// Documents with the term, including other programs'.
int documents_with(const Lucene::IndexReaderPtr& reader, const std::wstring& field, const std::wstring& text);

}  // namespace pith::index
