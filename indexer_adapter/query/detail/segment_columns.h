// What a search needs to know about every document of a segment, as arrays by document number.
//
// Segments do not change, except that documents are deleted: an array is read once, from the terms of the field, and
// stays with the segment when the index is reopened (see index_view.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/documents/detail/terms.h"
#include "indexer_adapter/lucene/lucene.h"

namespace pith::index {

// A field of keywords: values[of[document]]. A document without one has values[0], which is "".
struct KeywordColumn {
  std::vector<std::uint32_t> of;
  std::vector<std::string> values;
};

// Field names are those of the index. Thread-safe. `reader` is the segment's, in any of its states.
class Columns {
 public:
  // The number of words in a text field of the document; 0 if unknown (documents of older versions).
  const std::vector<std::uint32_t>& words(const Lucene::IndexReaderPtr& reader, const std::wstring& text_field) {
    return numbers(reader, words_field(text_field));
  }

  const KeywordColumn& keywords(const Lucene::IndexReaderPtr& reader, const std::wstring& field);

  // The host of the document's URL, with its port if the URL has one: "docs.example.org", "127.0.0.1:8802".
  const KeywordColumn& hosts(const Lucene::IndexReaderPtr& reader, const std::wstring& url_field);

  // 20240531100000; missing parts of a date are 0 (20240500000000). 0: the document has no date.
  const std::vector<std::int64_t>& dates(const Lucene::IndexReaderPtr& reader, const std::wstring& field);

  // depth_of the URLs of `pages`, which are 1; any number for other documents. Reads the URLs only if a page is of an
  // older version, which lacks the number.
  const std::vector<std::uint32_t>& depths(const Lucene::IndexReaderPtr& reader, const std::wstring& url_field,
                                           const std::vector<char>& pages);

  // A whole number of each document from a field that has one term a number; 0: it has none.
  const std::vector<std::uint32_t>& numbers(const Lucene::IndexReaderPtr& reader, const std::wstring& field);

  // A hash of the keyword of each document, different in each process; 0: it has none.
  const std::vector<std::uint64_t>& hashes(const Lucene::IndexReaderPtr& reader, const std::wstring& field);

  // The first letter of a text field, folded; 0: the document has no text there.
  const std::vector<wchar_t>& first_letters(const Lucene::IndexReaderPtr& reader, const std::wstring& text_field);

  // The languages whose stems occur in these fields; callers always pass the same fields.
  const std::vector<std::string>& stem_languages(const Lucene::IndexReaderPtr& reader,
                                                 const std::vector<std::wstring>& text_fields);

  // 1 for the documents that have the term.
  const std::vector<char>& having(const Lucene::IndexReaderPtr& reader, const Lucene::TermPtr& term);

 private:
  template <typename Column>
  using ByField = std::map<std::wstring, std::unique_ptr<const Column>>;

  std::mutex mutex_;
  ByField<std::vector<std::uint32_t>> numbers_, depths_;
  ByField<KeywordColumn> keywords_, hosts_;
  ByField<std::vector<std::uint64_t>> hashes_;
  ByField<std::vector<std::int64_t>> dates_;
  ByField<std::vector<wchar_t>> first_letters_;
  ByField<std::vector<char>> having_;  // by text of the term
  std::optional<std::vector<std::string>> stem_languages_;
};

// Days since 1970-01-01 of a date in the form of Columns::dates, with the fraction of the day.
double days_of(std::int64_t date);

}  // namespace pith::index
