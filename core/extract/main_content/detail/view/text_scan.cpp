#include "core/extract/main_content/detail/view/text_scan.h"

#include <unicode/dtfmtsym.h>
#include <unicode/locid.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/utf8.h>

#include <algorithm>
#include <array>
#include <bitset>

#include "core/text/ascii.h"
#include "core/text/words.h"

namespace pith {
namespace {

enum Class : std::uint8_t {
  space,
  letter,
  capital,
  digit,
  comma,
  colon,
  stop,
  bar,
  symbol,
  closing,
  ellipsis,
  alone,
  rest
};

constexpr std::array<Class, 128> ascii_classes = [] {
  std::array<Class, 128> out{};
  out.fill(rest);
  const auto set = [&](std::string_view characters, Class k) {
    for (const char c : characters) out[static_cast<std::size_t>(c)] = k;
  };
  for (std::size_t c = 0; c <= ' '; ++c) out[c] = space;
  for (std::size_t c = 'a'; c <= 'z'; ++c) out[c] = letter;
  for (std::size_t c = 'A'; c <= 'Z'; ++c) out[c] = capital;
  for (std::size_t c = '0'; c <= '9'; ++c) out[c] = digit;
  set("_", letter);
  set(",;", comma);
  set(":", colon);
  set(".!?", stop);
  set("|/><*", bar);
  set("@$%", symbol);
  set("\"')]", closing);
  return out;
}();

// The lower-case form of ASCII's letters; 0 for all other bytes.
constexpr std::array<std::uint8_t, 256> ascii_lower = [] {
  std::array<std::uint8_t, 256> out{};
  for (std::size_t c = 0; c < ascii_classes.size(); ++c) {
    if (ascii_classes[c] == letter) out[c] = static_cast<std::uint8_t>(c);
    if (ascii_classes[c] == capital) out[c] = static_cast<std::uint8_t>(c + 32);
  }
  return out;
}();

// The most frequent of the letters that are words by themselves (core/text/words.h), recognised without a look-up.
bool is_surely_alone(UChar32 c) {
  return (c >= 0x4e00 && c <= 0x9fef) || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30a1 && c <= 0x30fa) ||
         (c >= 0xac00 && c <= 0xd7a3);
}

// Marks beyond ASCII, by class.
struct MarkList {
  Class of;
  std::u16string_view characters;
};
constexpr std::array<MarkList, 8> mark_lists = {{
    {space, u"\u00a0\u3000\u200b\ufeff"},
    {comma, u"\uff0c\u3001\u060c\uff1b\u061b"},
    {colon, u"\uff1a"},
    {stop, u"\u3002\uff01\uff1f\u061f\u0964\uff0e\u037e"},
    {ellipsis, u"\u2026"},
    {bar, u"\u00ab\u00bb\u2022\u00b7\u203a\u2192\u25b6\u25ba\u2013\u2014\uff5c"},
    {symbol, u"\u00a9\u20ac\u00a3\u00a5\u20b9\u00ae"},
    {closing, u"\u2019\u201d\u300d\uff09\u201c"},
}};

// The same by character, in blocks of 256: `rest` is a character in no list.
struct MarkTable {
  std::array<std::uint8_t, 256> block{};             // by the upper byte of the character; block 0 has no marks
  std::array<std::array<Class, 256>, 11> classes{};  // by block and lower byte
};
constexpr MarkTable marks = [] {
  MarkTable out;
  for (auto& block : out.classes) block.fill(rest);
  std::uint8_t blocks = 0;
  for (const MarkList& list : mark_lists)
    for (const char16_t c : list.characters) {
      std::uint8_t& block = out.block[c >> 8];
      if (block == 0) block = ++blocks;
      out.classes[block][c & 0xff] = list.of;
    }
  return out;
}();

Class class_of(UChar32 c) {  // beyond ASCII
  if (is_surely_alone(c)) return alone;
  if (c <= 0xffff) {
    const Class mark = marks.classes[marks.block[static_cast<std::size_t>(c >> 8)]][c & 0xff];
    if (mark != rest) return mark;
  }
  const std::uint32_t category = U_MASK(u_charType(c));
  if (!(category & (U_GC_L_MASK | U_GC_N_MASK))) return u_isUWhiteSpace(c) ? space : rest;
  if (is_word_by_itself(static_cast<char32_t>(c))) return alone;
  if (category & U_GC_ND_MASK) return digit;
  return category & U_GC_LU_MASK || u_tolower(c) != c ? capital : letter;
}

std::uint32_t step(std::uint32_t hash, std::uint32_t value) { return (hash ^ value) * 0x01000193u + (hash >> 15); }
constexpr std::uint32_t word_seed = 0x811c9dc5u;

// The masked hash of words is a polynomial in them, so that it does not depend on the pieces they come in.
constexpr std::uint32_t masked_factor = 0x9e3779b1u;

std::uint32_t join_masked(std::uint32_t first, std::uint32_t second, std::uint32_t words_of_second) {
  for (std::uint32_t power = masked_factor; words_of_second > 0; words_of_second >>= 1, power *= power)
    if (words_of_second & 1) first *= power;
  return first + second;
}

// Names of months, weekdays and halves of the day, in the languages of most pages.
struct CalendarWords {
  std::vector<std::uint32_t> hashes;  // sorted
  std::bitset<16384> bits;            // of the hashes modulo 16384: enough to rule out most other words

  bool has(std::uint32_t hash) const { return bits[hash % bits.size()] && std::ranges::binary_search(hashes, hash); }
};

CalendarWords read_calendar_words() {
  CalendarWords out;
  const auto add = [&](const icu::UnicodeString* names, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) {
      icu::UnicodeString name = names[i];
      std::uint32_t hash = word_seed;
      bool word = !name.toLower().isEmpty();
      for (std::int32_t at = 0; at < name.length() && word; at = name.moveIndex32(at, 1)) {
        const UChar32 c = name.char32At(at);
        if (c == '.' && at + 1 == name.length()) break;
        const Class k = c < 0x80 ? ascii_classes[static_cast<std::size_t>(c)] : class_of(c);
        word = k == letter || k == capital;
        hash = step(hash, static_cast<std::uint32_t>(c));
      }
      if (word) out.hashes.push_back(hash);
    }
  };
  for (const char* language :
       {"en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "is", "pl", "cs", "sk", "hu", "ro",
        "bg", "ru", "uk", "sr", "hr", "sl", "el", "tr", "lt", "lv", "et", "ca", "id", "ar", "he", "fa"}) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::DateFormatSymbols symbols(icu::Locale(language), error);
    if (U_FAILURE(error)) continue;
    std::int32_t count = 0;
    for (const auto context : {icu::DateFormatSymbols::FORMAT, icu::DateFormatSymbols::STANDALONE})
      for (const auto width : {icu::DateFormatSymbols::WIDE, icu::DateFormatSymbols::ABBREVIATED}) {
        const icu::UnicodeString* months = symbols.getMonths(count, context, width);
        add(months, count);
        const icu::UnicodeString* weekdays = symbols.getWeekdays(count, context, width);
        add(weekdays, count);
      }
    const icu::UnicodeString* halves = symbols.getAmPmStrings(count);
    add(halves, count);
  }
  std::ranges::sort(out.hashes);
  for (const std::uint32_t hash : out.hashes) out.bits.set(hash % out.bits.size());
  return out;
}

bool is_calendar_word(std::uint32_t hash) {
  static const CalendarWords words = read_calendar_words();
  return words.has(hash);
}

class Scan {
 public:
  Scan(std::string_view utf8, std::vector<std::uint32_t>& word_hashes)
      : bytes_(reinterpret_cast<const std::uint8_t*>(utf8.data())),
        size_(static_cast<std::int32_t>(utf8.size())),
        word_hashes_(word_hashes) {}

  TextCounts read() {
    while (at_ < size_) {
      UChar32 c = bytes_[at_];
      Class k;
      if (c < 0x80) {
        k = ascii_classes[static_cast<std::size_t>(c)];
        ++at_;
      } else {
        k = class_beyond_ascii(c);
      }
      if (k == space) {
        close_word();
        continue;
      }
      ++out_.letters;
      if (k == letter || k == capital || k == digit)
        take_letters(k, c);
      else
        take_mark(k, c);
    }
    close_word();
    return out_;
  }

 private:
  Class class_beyond_ascii(UChar32& c) {
    std::int32_t at = at_;
    U8_NEXT(bytes_, at, size_, c);
    at_ = at;
    return c < 0 ? rest : class_of(c);
  }

  // A letter or digit of a word, and the ASCII letters that follow: they are most of all text, and simple.
  void take_letters(Class k, UChar32 c) {
    if (length_ == 0) {
      hash_ = word_seed;
      digits_ = number_ = 0;
      capital_word_ = k == capital;
    }
    if (k == digit) take_digit(c);
    const UChar32 lower = k != capital ? c : c < 0x80 ? c + 32 : u_tolower(c);
    std::uint32_t hash = step(hash_, static_cast<std::uint32_t>(lower));
    std::int32_t at = at_;
    for (std::uint8_t letter; at < size_ && (letter = ascii_lower[bytes_[at]]) != 0; ++at) hash = step(hash, letter);
    const auto more = static_cast<std::uint32_t>(at - at_);
    at_ = at;
    hash_ = hash;
    length_ += 1 + more;
    out_.letters += more;
    out_.last = TextCounts::word;
  }

  void take_digit(UChar32 c) {
    ++out_.digits;
    ++digits_;
    if (c < 0x80) number_ = number_ * 10 + static_cast<std::uint32_t>(c - '0');
  }

  void close_word() {
    if (length_ > 0) end_word();
  }

  void end_word() {
    out_.word_letters += length_;
    out_.capitals += capital_word_;
    if (digits_ == 4 && length_ == 4 && number_ >= 1990 && number_ < 2040) ++out_.years;
    add_word(hash_, digits_ > 0);
    length_ = 0;
  }

  void add_word(std::uint32_t hash, bool has_digits) {
    ++out_.words;
    word_hashes_.push_back(hash);
    out_.masked = out_.masked * masked_factor + (has_digits || is_calendar_word(hash) ? 1 : hash);
    ++out_.masked_words;
  }

  // A character that is not part of a longer word. Closing quotes do not change what the text ends with.
  void take_mark(Class k, UChar32 c) {
    const std::uint32_t hours = digits_ == length_ ? length_ : 0;  // digits of a number right before the mark
    close_word();
    switch (k) {
      case alone:
        ++out_.word_letters;
        ++out_.wide;
        add_word(step(word_seed, static_cast<std::uint32_t>(c)), false);
        out_.last = TextCounts::word;
        break;
      case comma:
        ++out_.commas;
        out_.last = TextCounts::comma;
        break;
      case colon:
        if (hours > 0 && hours <= 2 && at_ < size_ && is_digit_ascii(static_cast<char>(bytes_[at_]))) ++out_.years;
        out_.last = TextCounts::colon;
        break;
      case stop:
        if (ends_sentence()) ++out_.sentences;
        out_.last = c == '.' && at_ >= 2 && bytes_[at_ - 2] == '.' ? TextCounts::ellipsis : TextCounts::sentence;
        break;
      case ellipsis:
        out_.last = TextCounts::ellipsis;
        break;
      case closing:
        break;
      default:
        out_.bars += k == bar;
        out_.symbols += k == symbol;
        out_.last = TextCounts::other;
    }
  }

  // Whether what follows the stop just read may follow a sentence.
  bool ends_sentence() const {
    if (at_ >= size_) return true;
    const std::uint8_t next = bytes_[at_];
    return next <= ' ' || next >= 0x80 || next == '"' || next == '\'' || next == ')';
  }

  const std::uint8_t* const bytes_;
  const std::int32_t size_;
  std::vector<std::uint32_t>& word_hashes_;
  TextCounts out_;
  std::int32_t at_ = 0;
  // Of the open word; a length of 0 means none.
  std::uint32_t hash_ = 0, digits_ = 0, number_ = 0, length_ = 0;
  bool capital_word_ = false;
};

}  // namespace

void TextCounts::add(const TextCounts& more) {
  words += more.words;
  letters += more.letters;
  word_letters += more.word_letters;
  commas += more.commas;
  sentences += more.sentences;
  digits += more.digits;
  capitals += more.capitals;
  wide += more.wide;
  bars += more.bars;
  years += more.years;
  symbols += more.symbols;
  masked = join_masked(masked, more.masked, more.masked_words);
  masked_words += more.masked_words;
  if (more.letters > 0) last = more.last;
}

std::uint32_t word_hash(std::string_view lower_case_word) {
  std::vector<std::uint32_t> hashes;
  scan_text(lower_case_word, hashes);
  return hashes.empty() ? 0 : hashes.front();
}

TextCounts scan_text(std::string_view utf8, std::vector<std::uint32_t>& word_hashes) {
  return Scan(utf8, word_hashes).read();
}

}  // namespace pith
