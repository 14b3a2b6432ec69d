#include "indexer_adapter/words/detail/stemmer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/keyed_hash.h"
#include "indexer_adapter/lucene/lucene.h"
#include "indexer_adapter/words/detail/letters.h"
#include "indexer_adapter/words/detail/swedish.h"

extern "C" void sb_stemmer_delete(sb_stemmer*);  // exported by Lucene++'s contrib library, in none of its headers

namespace pith::index {
namespace {

using namespace Lucene;

constexpr wchar_t mark = L'~', after_mark = mark + 1;  // of stems among the terms

// A stream of one word at a time, to call Lucene++'s filters as functions.
class WordSource : public TokenStream {
 public:
  LUCENE_CLASS(WordSource);
  WordSource() = default;

  void initialize() override { term_ = addAttribute<TermAttribute>(); }

  void offer(std::wstring_view word) {
    word_ = word;
    offered_ = true;
  }

  bool incrementToken() override {
    if (!std::exchange(offered_, false)) return false;
    clearAttributes();
    term_->setTermBuffer(word_.data(), 0, static_cast<int32_t>(word_.size()));
    return true;
  }

 private:
  TermAttributePtr term_;
  std::wstring_view word_;
  bool offered_ = false;
};

constexpr std::array snowball = std::to_array<std::pair<std::string_view, const wchar_t*>>({
    {"da", L"danish"},
    {"de", L"german"},
    {"en", L"english"},
    {"es", L"spanish"},
    {"fi", L"finnish"},
    {"fr", L"french"},
    {"hu", L"hungarian"},
    {"it", L"italian"},
    {"nl", L"dutch"},
    {"no", L"norwegian"},
    {"pt", L"portuguese"},
    {"ro", L"romanian"},
    {"ru", L"russian"},
    {"tr", L"turkish"},
});

// Lucene++ never frees the stemmer that its filter creates: each search would leak some.
class Snowball : public SnowballFilter {
 public:
  using SnowballFilter::SnowballFilter;
  ~Snowball() override { sb_stemmer_delete(std::exchange(stemmer, nullptr)); }
  LUCENE_CLASS(Snowball);
};

TokenStreamPtr stem_chain(std::string_view language, const TokenStreamPtr& source) {
  for (const auto& [code, name] : snowball)
    if (code == language) return newLucene<Snowball>(source, name);
  if (language == "ar") return newLucene<ArabicStemFilter>(newLucene<ArabicNormalizationFilter>(source));
  if (language == "fa") return newLucene<PersianNormalizationFilter>(newLucene<ArabicNormalizationFilter>(source));
  if (language == "br") return newLucene<BrazilianStemFilter>(source);
  return source;
}

constexpr std::size_t remembered_words = 20'000;

}  // namespace

struct Stemmer::Impl {
  boost::shared_ptr<WordSource> source = newLucene<WordSource>();
  TokenStreamPtr chain;
  TermAttributePtr term;
  std::string language;
  std::wstring_view letters;
  KeyedMap<std::wstring, std::wstring> known;

  std::wstring unfolded_stem(std::wstring word) {
    if (language == "sv") return swedish_stem(word);
    if (language == "ru") std::ranges::replace(word, L'ё', L'е');  // Lucene++'s stemmer takes "ё" for a consonant
    source->offer(word);
    return chain->incrementToken() ? term->term() : std::wstring();
  }
};

Stemmer::Stemmer(std::string_view language) : impl_(std::make_unique<Impl>()) {
  impl_->language = language;
  impl_->letters = letters_of(language);
  impl_->chain = stem_chain(language, impl_->source);
  impl_->term = impl_->chain->getAttribute<TermAttribute>();
}

Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

Casing Stemmer::casing() const { return casing_of(impl_->language); }

const std::wstring& Stemmer::stem(std::wstring_view lower) {
  if (const auto known = impl_->known.find(lower); known != impl_->known.end()) return known->second;
  if (impl_->known.size() >= remembered_words) impl_->known.clear();
  std::wstring& stem = impl_->known[std::wstring(lower)];
  stem = fold(impl_->unfolded_stem(std::wstring(lower)), impl_->letters);
  if (stem.empty()) stem = fold(lower, impl_->letters);
  return stem;
}

std::wstring stem_term(std::string_view language, std::wstring_view stem) {
  std::wstring term(1, mark);
  term.append(language.begin(), language.end()).append(1, mark).append(stem);
  return term;
}

std::wstring_view language_of_stem(std::wstring_view term) {
  if (!term.starts_with(mark)) return {};
  const std::size_t end = term.find(mark, 1);
  return end == term.npos ? std::wstring_view() : term.substr(1, end - 1);
}

std::wstring after_stems_of(std::wstring_view language) {
  return std::wstring(1, mark).append(language).append(1, after_mark);
}

}  // namespace pith::index
