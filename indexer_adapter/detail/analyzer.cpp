#include "indexer_adapter/detail/analyzer.h"

#include <cstdint>
#include <memory>
#include <utility>

#include "indexer_adapter/detail/word_terms.h"

namespace pith::index {
namespace {

using namespace Lucene;

constexpr std::int32_t gap_between_values = 100;

// Of one value.
class WordStream : public Tokenizer {
 public:
  LUCENE_CLASS(WordStream);
  WordStream(const ReaderPtr& reader, const std::string& stem_language)
      : Tokenizer(reader), terms_(std::make_shared<WordTerms>(stem_language)) {}

  void initialize() override {
    Tokenizer::initialize();
    term_ = addAttribute<TermAttribute>();
    offset_ = addAttribute<OffsetAttribute>();
    increment_ = addAttribute<PositionIncrementAttribute>();
  }

  bool incrementToken() override {
    if (!started_) start();
    const WordTerms::Term* term = nullptr;
    bool first = false;
    while ((term = terms_->next_term()) == nullptr) {
      if (!terms_->next_word()) return false;
      first = true;
    }
    clearAttributes();
    term_->setTermBuffer(term->text.data(), 0, static_cast<int32_t>(term->text.size()));
    offset_->setOffset(static_cast<int32_t>(term->begin), static_cast<int32_t>(term->end));
    const auto position = static_cast<int32_t>(terms_->position());
    increment_->setPositionIncrement(first ? position - std::exchange(position_, position) : 0);
    return true;
  }

  void end() override {
    const auto last = static_cast<int32_t>(text_.size());
    offset_->setOffset(last, last);
  }

  void reset(const ReaderPtr& input) override {
    Tokenizer::reset(input);
    started_ = false;
  }

  const std::shared_ptr<WordTerms>& terms() const { return terms_; }

 private:
  // Reads the whole value: a pair of characters needs the next one, and Lucene holds the value in memory anyway.
  void start() {
    text_.clear();
    wchar_t buffer[4096];
    for (int32_t got; (got = input->read(buffer, 0, 4096)) > 0;) text_.append(buffer, static_cast<std::size_t>(got));
    terms_->begin(text_);
    started_ = true;
    position_ = -1;
  }

  std::shared_ptr<WordTerms> terms_;
  std::wstring text_;
  bool started_ = false;
  int32_t position_ = -1;
  TermAttributePtr term_;
  OffsetAttributePtr offset_;
  PositionIncrementAttributePtr increment_;
};

// Of several values.
class ValuesStream : public TokenStream {
 public:
  LUCENE_CLASS(ValuesStream);
  ValuesStream(std::shared_ptr<WordTerms> terms, std::vector<std::wstring> values)
      : terms_(std::move(terms)), values_(std::move(values)) {}

  void initialize() override {
    term_ = addAttribute<TermAttribute>();
    increment_ = addAttribute<PositionIncrementAttribute>();
  }

  void reset() override {
    value_ = 0;
    after_ = first_ = 0;
    position_ = -1;
    begin_value();
  }

  bool incrementToken() override {
    const WordTerms::Term* term = nullptr;
    int32_t increment = 0;
    while ((term = terms_->next_term()) == nullptr) {
      if (terms_->next_word()) {
        const int32_t position = first_ + static_cast<int32_t>(terms_->position());
        increment = position - std::exchange(position_, position);
        after_ = position + 1;
      } else {
        if (value_ + 1 >= values_.size()) return false;
        ++value_;
        if (position_ >= 0) after_ += gap_between_values;  // as Lucene does: no gap before the first term
        first_ = after_;
        begin_value();
      }
    }
    term_->setTermBuffer(term->text.data(), 0, static_cast<int32_t>(term->text.size()));
    increment_->setPositionIncrement(increment);
    return true;
  }

 private:
  void begin_value() {
    terms_->begin(value_ < values_.size() ? std::wstring_view(values_[value_]) : std::wstring_view());
  }

  std::shared_ptr<WordTerms> terms_;
  std::vector<std::wstring> values_;
  std::size_t value_ = 0;
  int32_t first_ = 0;      // the position of the first word of this value
  int32_t position_ = -1;  // of the last term
  int32_t after_ = 0;      // Lucene's count: behind the last word, and the gaps since
  TermAttributePtr term_;
  PositionIncrementAttributePtr increment_;
};

}  // namespace

TokenStreamPtr WordAnalyzer::tokenStream(const String&, const ReaderPtr& reader) {
  return newLucene<WordStream>(reader, language_);
}

TokenStreamPtr WordAnalyzer::reusableTokenStream(const String&, const ReaderPtr& reader) {
  auto stream = boost::dynamic_pointer_cast<WordStream>(getPreviousTokenStream());
  if (!stream) {
    stream = newLucene<WordStream>(reader, language_);
    setPreviousTokenStream(stream);
  } else {
    stream->reset(reader);
  }
  return stream;
}

int32_t WordAnalyzer::getPositionIncrementGap(const String&) { return gap_between_values; }

TokenStreamPtr WordAnalyzer::stream_of(std::vector<std::wstring> values) {
  auto words = boost::dynamic_pointer_cast<WordStream>(getPreviousTokenStream());
  if (!words) {
    words = newLucene<WordStream>(newLucene<StringReader>(L""), language_);
    setPreviousTokenStream(words);
  }
  return newLucene<ValuesStream>(words->terms(), std::move(values));
}

}  // namespace pith::index
