#include "indexer_adapter/detail/word_terms.h"

#include <algorithm>

#include "indexer_adapter/detail/letters.h"

namespace pith::index {
namespace {

constexpr std::size_t remembered_letters = 100'000;  // a few thousand words: those that stay in the processor's cache

bool has_any(std::wstring_view word, std::wstring_view letters) {
  return !letters.empty() && word.find_first_of(letters) != word.npos;
}

}  // namespace

WordTerms::WordTerms(std::string stem_language) : language_(std::move(stem_language)), letters_(letters_of(language_)) {
  if (!language_.empty()) stemmer_.emplace(language_);
}

void WordTerms::begin(std::wstring_view text) {
  tokens_.emplace(text, casing_of(language_));
  ahead_ = tokens_->next_unfolded(following_);
}

bool WordTerms::next_word() {
  while (ahead_) {
    std::swap(word_, following_);
    ahead_ = tokens_->next_unfolded(following_);
    terms_ = &terms_of(word_.text, word_.unspaced);
    if (terms_->empty()) continue;
    pair_.clear();
    if (word_.unspaced && ahead_ && following_.unspaced && following_.begin == word_.end)
      pair_.append(fold(word_.text)).append(fold(following_.text));
    next_ = 0;
    return true;
  }
  return false;
}

bool WordTerms::next_term(Term& term) {
  if (next_ < terms_->size()) {
    term = {(*terms_)[next_++], word_.begin, word_.end};
    return true;
  }
  if (next_ > terms_->size() || pair_.empty()) return false;
  ++next_;
  term = {pair_, word_.begin, following_.end};
  return true;
}

const WordTerms::Terms& WordTerms::terms_of(const std::wstring& word, bool unspaced) {
  if (const auto known = known_.find(word); known != known_.end()) return known->second;
  if (remembered_ >= remembered_letters) {
    known_.clear();
    remembered_ = 0;
  }
  Terms& terms = known_[word];
  make_terms(word, unspaced, terms);
  remembered_ += word.size();
  for (const std::wstring& term : terms) remembered_ += term.size();
  return terms;
}

void WordTerms::make_terms(const std::wstring& word, bool unspaced, Terms& terms) {
  const bool ascii = std::ranges::all_of(word, [](wchar_t c) { return c < 0x80; });
  const std::wstring folded = ascii ? word : fold(word);
  if (folded.empty()) return;
  terms.push_back(word);
  if (folded != word) {
    if (has_any(word, letters_)) {
      if (std::wstring kept = fold(word, letters_); kept != word) terms.push_back(std::move(kept));
      terms.push_back(folded_letters(folded));
    } else {
      terms.push_back(folded);
    }
  }
  if (stemmer_ && !unspaced) {
    const std::wstring& stem = stemmer_->stem(word);
    terms.push_back(stem_term(language_, stem));
    if (has_any(stem, letters_)) terms.push_back(stem_term(language_, folded_letters(fold(stem))));
  }
}

}  // namespace pith::index
