#include "indexer_adapter/detail/analyzer.h"

#include <array>
#include <cstdint>
#include <optional>

#include "indexer_adapter/detail/letters.h"
#include "indexer_adapter/detail/stemmer.h"
#include "indexer_adapter/detail/tokeniser.h"
#include "indexer_adapter/lucene.h"

namespace pith::index {
namespace {

using namespace Lucene;

class WordStream : public Tokenizer {
 public:
  LUCENE_CLASS(WordStream);
  WordStream(const ReaderPtr& reader, std::string stem_language)
      : Tokenizer(reader), language_(std::move(stem_language)) {
    if (!language_.empty()) stemmer_.emplace(language_);
    stem_prefix_ = stem_term(language_, L"");
    letters_ = letters_of(language_);
  }

  void initialize() override {
    Tokenizer::initialize();
    term_ = addAttribute<TermAttribute>();
    offset_ = addAttribute<OffsetAttribute>();
    increment_ = addAttribute<PositionIncrementAttribute>();
  }

  bool incrementToken() override {
    if (!tokens_) start();
    while (next_term_ == term_count_)
      if (!read_word()) return false;
    clearAttributes();
    const Term& term = terms_[next_term_];
    term_->setTermBuffer(term.text.data(), 0, static_cast<int32_t>(term.text.size()));
    offset_->setOffset(static_cast<int32_t>(word_.begin), static_cast<int32_t>(term.end));
    increment_->setPositionIncrement(next_term_ == 0 ? increment_of_word_ : 0);
    ++next_term_;
    return true;
  }

  void end() override {
    const auto last = static_cast<int32_t>(text_.size());
    offset_->setOffset(last, last);
  }

  void reset(const ReaderPtr& input) override {
    Tokenizer::reset(input);
    tokens_.reset();
  }

 private:
  struct Term {
    std::wstring text;
    std::uint32_t end;
  };

  // Reads the whole value: a bigram needs the next word, and Lucene holds the value in memory anyway.
  void start() {
    text_.clear();
    wchar_t buffer[4096];
    for (int32_t got; (got = input->read(buffer, 0, 4096)) > 0;) text_.append(buffer, static_cast<std::size_t>(got));
    tokens_.emplace(text_, casing_of(language_));
    term_count_ = next_term_ = 0;
    position_ = -1;
    ahead_ = tokens_->next(following_);
  }

  bool read_word() {
    if (!ahead_) return false;
    std::swap(word_, following_);
    ahead_ = tokens_->next(following_);
    increment_of_word_ = static_cast<int32_t>(word_.position) - position_;
    position_ = static_cast<int32_t>(word_.position);
    term_count_ = next_term_ = 0;
    add_term(word_.text, {}, word_.end);
    if (word_.folded != word_.text) add_folded();
    if (word_.unspaced) {
      if (ahead_ && following_.unspaced && following_.begin == word_.end)
        add_term(word_.folded, following_.folded, following_.end);
    } else if (stemmer_) {
      const std::wstring& stem = stemmer_->stem(word_.text);
      add_term(stem_prefix_, stem, word_.end);
      if (stem.find_first_of(letters_) != std::wstring::npos)
        add_term(stem_prefix_, folded_letters(fold(stem)), word_.end);
    }
    return true;
  }

  void add_folded() {
    if (word_.text.find_first_of(letters_) == std::wstring::npos) return add_term(word_.folded, {}, word_.end);
    if (const std::wstring kept = fold(word_.text, letters_); kept != word_.text) add_term(kept, {}, word_.end);
    add_term(folded_letters(word_.folded), {}, word_.end);
  }

  // Every word comes through here: the strings keep their memory.
  void add_term(std::wstring_view text, std::wstring_view rest, std::uint32_t end) {
    Term& term = terms_[term_count_++];
    term.text.assign(text).append(rest);
    term.end = end;
  }

  std::string language_;
  std::wstring stem_prefix_;
  std::wstring_view letters_;
  std::optional<Stemmer> stemmer_;
  std::wstring text_;
  std::optional<Tokeniser> tokens_;
  Token word_{}, following_{};
  bool ahead_ = false;
  std::array<Term, 5> terms_{};  // of word_, all at its position
  std::size_t term_count_ = 0, next_term_ = 0;
  int32_t position_ = -1, increment_of_word_ = 1;
  TermAttributePtr term_;
  OffsetAttributePtr offset_;
  PositionIncrementAttributePtr increment_;
};

class WordAnalyzer : public Analyzer {
 public:
  LUCENE_CLASS(WordAnalyzer);
  explicit WordAnalyzer(std::string stem_language) : language_(std::move(stem_language)) {}

  TokenStreamPtr tokenStream(const String&, const ReaderPtr& reader) override {
    return newLucene<WordStream>(reader, language_);
  }

  TokenStreamPtr reusableTokenStream(const String&, const ReaderPtr& reader) override {
    auto stream = boost::dynamic_pointer_cast<WordStream>(getPreviousTokenStream());
    if (!stream) {
      stream = newLucene<WordStream>(reader, language_);
      setPreviousTokenStream(stream);
    } else {
      stream->reset(reader);
    }
    return stream;
  }

  int32_t getPositionIncrementGap(const String&) override { return 100; }

 private:
  std::string language_;
};

}  // namespace

AnalyzerPtr make_analyzer(const std::string& stem_language) { return newLucene<WordAnalyzer>(stem_language); }

}  // namespace pith::index
