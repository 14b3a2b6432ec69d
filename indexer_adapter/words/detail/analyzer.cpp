#include "indexer_adapter/words/detail/analyzer.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "indexer_adapter/words/detail/word_terms.h"

namespace pith::index {
namespace {

using namespace Lucene;

constexpr std::int32_t gap_between_values = 100;
constexpr std::size_t max_read_letters = std::size_t{1} << 18;  // their terms need up to 6 MB

// Of one value.
class WordStream : public Tokenizer {
 public:
  LUCENE_CLASS(WordStream);
  WordStream(const ReaderPtr& reader, const std::string& stem_language) : Tokenizer(reader), terms_(stem_language) {}

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
    while ((term = terms_.next_term()) == nullptr) {
      if (!terms_.next_word()) return false;
      first = true;
    }
    clearAttributes();
    term_->setTermBuffer(term->text.data(), 0, static_cast<int32_t>(term->text.size()));
    offset_->setOffset(static_cast<int32_t>(term->begin), static_cast<int32_t>(term->end));
    const auto position = static_cast<int32_t>(terms_.position());
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

  WordTerms& terms() { return terms_; }

 private:
  // Reads the whole value: a pair of characters needs the next one, and Lucene holds the value in memory anyway.
  void start() {
    text_.clear();
    wchar_t buffer[4096];
    for (int32_t got; (got = input->read(buffer, 0, 4096)) > 0;) text_.append(buffer, static_cast<std::size_t>(got));
    terms_.begin(text_);
    started_ = true;
    position_ = -1;
  }

  WordTerms terms_;
  std::wstring text_;
  bool started_ = false;
  int32_t position_ = -1;
  TermAttributePtr term_;
  OffsetAttributePtr offset_;
  PositionIncrementAttributePtr increment_;
};

// Several values as one text, term by term.
class ValueTerms {
 public:
  // Both outlive it.
  ValueTerms(WordTerms& terms, std::span<const std::wstring> values) : terms_(terms), values_(values) { begin_value(); }

  // Null after the last one; valid until the next call.
  const WordTerms::Term* next() {
    increment_ = 0;
    const WordTerms::Term* term = nullptr;
    while ((term = terms_.next_term()) == nullptr) {
      if (terms_.next_word()) {
        const int32_t position = first_ + static_cast<int32_t>(terms_.position());
        increment_ = position - std::exchange(position_, position);
        after_ = position + 1;
      } else {
        if (value_ + 1 >= values_.size()) return nullptr;
        ++value_;
        if (position_ >= 0) after_ += gap_between_values;  // as Lucene does: no gap before the first term
        first_ = after_;
        begin_value();
      }
    }
    return term;
  }

  int32_t increment() const { return increment_; }  // of the position, from the term before

 private:
  void begin_value() {
    terms_.begin(value_ < values_.size() ? std::wstring_view(values_[value_]) : std::wstring_view());
  }

  WordTerms& terms_;
  const std::span<const std::wstring> values_;
  std::size_t value_ = 0;
  int32_t first_ = 0;      // the position of the first word of this value
  int32_t position_ = -1;  // of the last term
  int32_t increment_ = 0;
  int32_t after_ = 0;  // Lucene's count: behind the last word, and the gaps since
};

// Terms that Lucene asks for one after the other.
class TermStream : public TokenStream {
 public:
  LUCENE_CLASS(TermStream);

  void initialize() override {
    term_ = addAttribute<TermAttribute>();
    increment_ = addAttribute<PositionIncrementAttribute>();
  }

 protected:
  void set(std::wstring_view term, int32_t increment) {
    term_->setTermBuffer(term.data(), 0, static_cast<int32_t>(term.size()));
    increment_->setPositionIncrement(increment);
  }

 private:
  TermAttributePtr term_;
  PositionIncrementAttributePtr increment_;
};

// Of few values: read when it is made.
class ReadStream : public TermStream {
 public:
  LUCENE_CLASS(ReadStream);

  void read(WordTerms& terms, std::span<const std::wstring> values) {
    ValueTerms read(terms, values);
    while (const WordTerms::Term* term = read.next()) {
      letters_ += term->text;
      terms_.push_back({static_cast<std::uint32_t>(term->text.size()), read.increment()});
    }
  }

  void reset() override { at_ = begin_ = 0; }

  bool incrementToken() override {
    if (at_ == terms_.size()) return false;
    const Read& term = terms_[at_++];
    set(std::wstring_view(letters_).substr(begin_, term.size), term.increment);
    begin_ += term.size;
    return true;
  }

 private:
  struct Read {
    std::uint32_t size;
    std::int32_t increment;
  };
  std::wstring letters_;
  std::vector<Read> terms_;
  std::size_t at_ = 0, begin_ = 0;
};

// Of values whose terms would need too much memory: read when Lucene asks for them.
class ValuesStream : public TermStream {
 public:
  LUCENE_CLASS(ValuesStream);
  ValuesStream(const std::string& stem_language, std::vector<std::wstring> values)
      : terms_(stem_language), values_(std::move(values)) {}

  void reset() override { read_.emplace(terms_, values_); }

  bool incrementToken() override {
    const WordTerms::Term* term = read_->next();
    if (term) set(term->text, read_->increment());
    return term != nullptr;
  }

 private:
  WordTerms terms_;
  const std::vector<std::wstring> values_;
  std::optional<ValueTerms> read_;
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
  std::size_t letters = 0;
  for (const std::wstring& value : values) letters += value.size();
  if (letters > max_read_letters) return newLucene<ValuesStream>(language_, std::move(values));
  auto words = boost::dynamic_pointer_cast<WordStream>(getPreviousTokenStream());
  if (!words) {
    words = newLucene<WordStream>(newLucene<StringReader>(L""), language_);
    setPreviousTokenStream(words);
  }
  auto read = newLucene<ReadStream>();
  read->read(words->terms(), values);
  return read;
}

}  // namespace pith::index
