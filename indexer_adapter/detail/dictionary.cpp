#include "indexer_adapter/detail/dictionary.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

#include "indexer_adapter/analysis.h"
#include "indexer_adapter/detail/letters.h"
#include "indexer_adapter/detail/spelling.h"
#include "indexer_adapter/detail/stemmer.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

// Calls visit(text, documents) for the field's terms that begin with `prefix`.
template <typename Visit>
void visit_terms(const Lucene::IndexReaderPtr& reader, const std::wstring& field, std::wstring_view prefix,
                 Visit visit) {
  const auto terms = reader->terms(newLucene<Lucene::Term>(field, std::wstring(prefix)));
  do {
    const auto term = terms->term();
    if (!term || term->field() != field || !term->text().starts_with(prefix)) break;
    if (!visit(term->text(), terms->docFreq())) break;
  } while (terms->next());
  terms->close();
}

}  // namespace

std::vector<NearWord> near_words(const Lucene::IndexReaderPtr& reader, const std::vector<std::wstring>& fields,
                                 std::wstring_view folded, std::size_t limit, const Deadline& deadline) {
  const unsigned tolerated = tolerated_distance(folded.size());
  if (tolerated == 0) return {};
  std::map<std::wstring, NearWord> found;
  for (const std::wstring& field : fields) {
    visit_terms(reader, field, folded.substr(0, 1), [&](const std::wstring& term, int documents) {
      deadline.check(4);
      const std::wstring text(without_mark(term));
      if (text == folded) return true;
      if (const unsigned distance = edit_distance(text, folded, tolerated); distance <= tolerated) {
        auto& word = found.try_emplace(text, NearWord{text, distance, 0}).first->second;
        word.documents = std::max(word.documents, documents);
      }
      return true;
    });
  }
  std::vector<NearWord> words;
  for (auto& [text, word] : found) words.push_back(std::move(word));
  std::stable_sort(words.begin(), words.end(), [](const NearWord& a, const NearWord& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.documents > b.documents;
  });
  if (words.size() > limit) words.erase(words.begin() + static_cast<std::ptrdiff_t>(limit), words.end());
  return words;
}

std::vector<std::wstring> frequent_terms(const Lucene::IndexReaderPtr& reader, const std::wstring& field,
                                         std::wstring_view prefix, std::size_t limit, const Deadline& deadline) {
  constexpr std::size_t most_seen = 10'000;
  std::vector<std::pair<int, std::wstring>> found;
  visit_terms(reader, field, prefix, [&](const std::wstring& term, int documents) {
    deadline.check(4);
    found.emplace_back(-documents, term);
    return found.size() < most_seen;
  });
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(std::min(limit, found.size()));
  std::partial_sort(found.begin(), end, found.end());
  std::vector<std::wstring> terms;
  for (auto term = found.begin(); term != end; ++term) terms.push_back(std::move(term->second));
  return terms;
}

std::vector<std::string> languages_with_stems(const Lucene::IndexReaderPtr& reader,
                                              const std::vector<std::wstring>& fields) {
  std::vector<std::string> languages;
  for (const std::string_view language : stem_languages()) {
    const std::wstring prefix = stem_term(language, L"");
    bool found = false;
    for (const std::wstring& field : fields) {
      visit_terms(reader, field, prefix, [&](const std::wstring&, int) {
        found = true;
        return false;
      });
      if (found) break;
    }
    if (found) languages.emplace_back(language);
  }
  return languages;
}

int documents_with(const Lucene::IndexReaderPtr& reader, const std::wstring& field, const std::wstring& text) {
  return reader->docFreq(newLucene<Lucene::Term>(field, text)) +
         reader->docFreq(newLucene<Lucene::Term>(field, folded_letters(text)));
}

}  // namespace pith::index
