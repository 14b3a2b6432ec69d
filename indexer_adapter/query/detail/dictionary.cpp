#include "indexer_adapter/query/detail/dictionary.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <set>

#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/words/analysis.h"
#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/spelling.h"
#include "indexer_adapter/words/detail/stemmer.h"

namespace pith::index {
namespace {

using Lucene::newLucene;

// Terms that begin with `prefix`, from `from` up to `before`.
struct TermRange {
  std::wstring prefix, from, before;  // before: empty for no bound
};

// Calls visit(text, documents) for the field's terms in the range until it returns false.
template <typename Visit>
void visit_terms(const Lucene::IndexReaderPtr& reader, const std::wstring& field, const TermRange& range, Visit visit) {
  const auto terms = reader->terms(newLucene<Lucene::Term>(field, range.from));
  do {
    const auto term = terms->term();
    if (!term || term->field() != field || !term->text().starts_with(range.prefix)) break;
    if (!range.before.empty() && term->text() >= range.before) break;
    if (!visit(term->text(), terms->docFreq())) break;
  } while (terms->next());
  terms->close();
}

// The terms that share the word's first letter: first those that share its second letter, then the rest.
std::array<std::vector<TermRange>, 2> ranges_near(std::wstring_view word) {
  const std::wstring one(word.substr(0, 1)), two(word.substr(0, 2));
  std::wstring after = two;
  ++after.back();
  return {{{{two, two, {}}}, {{one, one, two}, {one, after, {}}}}};
}

}  // namespace

const std::vector<NearWord>& NearWords::of(const Lucene::IndexReaderPtr& reader,
                                           const std::vector<std::wstring>& fields, std::wstring_view folded) {
  const auto [at, fresh] = known_.try_emplace({fields, std::wstring(folded)});
  if (fresh) at->second = find(reader, fields, folded);
  return at->second;
}

std::vector<NearWord> NearWords::find(const Lucene::IndexReaderPtr& reader, const std::vector<std::wstring>& fields,
                                      std::wstring_view folded) {
  constexpr std::size_t terms_of_look_up = 100;  // one takes as long as to go on by so many
  const unsigned tolerated = tolerated_distance(folded.size());
  if (tolerated == 0) return {};
  std::map<std::wstring, NearWord> found;
  const auto look_at = [&](const std::wstring& term, int documents) {
    if (left_ == 0) return false;
    --left_;
    deadline_.check(4);
    const std::wstring text(without_mark(term));
    if (text == folded) return true;
    if (const unsigned distance = edit_distance(text, folded, tolerated); distance <= tolerated) {
      auto& word = found.try_emplace(text, NearWord{text, distance, 0}).first->second;
      word.documents = std::max(word.documents, documents);
    }
    return true;
  };
  for (const auto& ranges : ranges_near(folded))
    for (const std::wstring& field : fields)
      for (const TermRange& range : ranges) {
        left_ -= std::min(left_, terms_of_look_up);
        if (left_ > 0) visit_terms(reader, field, range, look_at);
      }
  std::vector<NearWord> words;
  for (auto& [text, word] : found) words.push_back(std::move(word));
  std::stable_sort(words.begin(), words.end(), [](const NearWord& a, const NearWord& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.documents > b.documents;
  });
  if (words.size() > most_words) words.erase(words.begin() + std::ptrdiff_t{most_words}, words.end());
  return words;
}

void visit_prefix(const Lucene::IndexReaderPtr& reader, const std::wstring& field, std::wstring_view prefix,
                  const std::function<void(Lucene::TermPositions&)>& visit, const Deadline& deadline) {
  std::size_t left = 5'000;
  const auto terms = reader->terms(newLucene<Lucene::Term>(field, std::wstring(prefix)));
  const auto postings = reader->termPositions();
  do {
    const auto term = terms->term();
    if (!term || term->field() != field || !term->text().starts_with(prefix)) break;
    deadline.check(8);
    postings->seek(terms);  // faster than to look the term up again
    visit(*postings);
  } while (--left > 0 && terms->next());
  terms->close();
  postings->close();
}

std::vector<std::string> languages_with_stems(const Lucene::IndexReaderPtr& reader,
                                              const std::vector<std::wstring>& fields) {
  // From the first stem of one language to the first of the next: looking a term up is expensive.
  std::set<std::wstring, std::less<>> found;
  const std::wstring first = stem_term("", L"").substr(0, 1);
  for (const std::wstring& field : fields)
    for (std::wstring from = first;;) {
      const auto terms = reader->terms(newLucene<Lucene::Term>(field, from));
      const auto term = terms->term();
      terms->close();
      if (!term || term->field() != field) break;
      const std::wstring text = term->text();
      if (!text.starts_with(first)) break;
      const std::wstring_view language = language_of_stem(text);
      from = language.empty() ? text + L'\1' : after_stems_of(language);
      found.emplace(language);
    }
  std::vector<std::string> languages;
  for (const std::string_view language : stem_languages())
    if (found.contains(std::wstring_view(to_wide(language)))) languages.emplace_back(language);
  return languages;
}

int documents_with(const Lucene::IndexReaderPtr& reader, const std::wstring& field, const std::wstring& text) {
  return reader->docFreq(newLucene<Lucene::Term>(field, text)) +
         reader->docFreq(newLucene<Lucene::Term>(field, folded_letters(text)));
}

}  // namespace pith::index
