#include "indexer_adapter/words/detail/word_terms.h"

#include <utility>

#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/written_forms.h"

namespace pith::index {

WordTerms::WordTerms(const std::string& stem_language)
    : stem_prefix_(stem_term(stem_language, L"")),
      letters_(letters_of(stem_language)),
      casing_(casing_of(stem_language)) {
  if (!stem_language.empty()) stemmer_.emplace(stem_language);
}

void WordTerms::begin(std::wstring_view text) {
  text_ = text;
  tokens_.emplace(text, casing_);
  ahead_ = tokens_->next(following_);
  count_ = next_ = 0;
}

bool WordTerms::next_word() {
  if (!ahead_) return false;
  std::swap(word_, following_);
  ahead_ = tokens_->next(following_);
  count_ = next_ = 0;
  if (const std::wstring exact = signed_form(text_, word_); !exact.empty()) {
    add(exact, {}, word_.end);
    add(folded_letters(word_.folded), {}, word_.end);
    return true;
  }
  add(word_.text, {}, word_.end);
  if (word_.folded != word_.text) add_folded();
  add_other_forms();
  if (word_.unspaced) {
    if (ahead_ && following_.unspaced && following_.begin == word_.end)
      add(word_.folded, following_.folded, following_.end);
  } else if (stemmer_) {
    const std::wstring& stem = stemmer_->stem(word_.text);
    add(stem_prefix_, stem, word_.end);
    if (stem.find_first_of(letters_) != stem.npos) add(stem_prefix_, folded_letters(fold(stem)), word_.end);
  }
  return true;
}

void WordTerms::add_folded() {
  if (word_.text.find_first_of(letters_) == std::wstring::npos) return add(word_.folded, {}, word_.end);
  if (const std::wstring kept = fold(word_.text, letters_); kept != word_.text) add(kept, {}, word_.end);
  add(folded_letters(word_.folded), {}, word_.end);
}

void WordTerms::add_other_forms() {
  if (const std::wstring_view number = without_v(word_.folded); !number.empty())
    add(folded_letters(number), {}, word_.end);
  if (!ahead_) return;
  if (const std::wstring joined = joined_form(text_, word_, following_); !joined.empty())
    add(folded_letters(joined), {}, word_.end);
}

void WordTerms::add(std::wstring_view text, std::wstring_view rest, std::uint32_t end) {
  Term& term = terms_[count_++];
  term.text.assign(text).append(rest);
  term.begin = word_.begin;
  term.end = end;
}

}  // namespace pith::index
