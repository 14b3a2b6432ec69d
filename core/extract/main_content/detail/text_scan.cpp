#include "core/extract/main_content/detail/text_scan.h"

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>

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
  for (int c = 0; c < 128; ++c) {
    Class k = rest;
    if (c <= ' ')
      k = space;
    else if (c >= 'a' && c <= 'z')
      k = letter;
    else if (c >= 'A' && c <= 'Z')
      k = capital;
    else if (c >= '0' && c <= '9')
      k = digit;
    else if (c == '_')
      k = letter;
    else if (c == ',' || c == ';')
      k = comma;
    else if (c == ':')
      k = colon;
    else if (c == '.' || c == '!' || c == '?')
      k = stop;
    else if (c == '|' || c == '/' || c == '>' || c == '<' || c == '*')
      k = bar;
    else if (c == '@' || c == '$' || c == '%')
      k = symbol;
    else if (c == '"' || c == '\'' || c == ')' || c == ']')
      k = closing;
    out[static_cast<std::size_t>(c)] = k;
  }
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

// The most frequent of the letters that are words by themselves (core/text/words.h), told without a look-up.
bool is_surely_alone(UChar32 c) {
  return (c >= 0x4e00 && c <= 0x9fef) || (c >= 0x3041 && c <= 0x3096) || (c >= 0x30a1 && c <= 0x30fa) ||
         (c >= 0xac00 && c <= 0xd7a3);
}

Class class_of(UChar32 c) {
  switch (c) {
    case 0x00a0:
    case 0x3000:
    case 0x200b:
    case 0xfeff:
      return space;
    case 0xff0c:
    case 0x3001:
    case 0x060c:
    case 0xff1b:
    case 0x061b:
      return comma;
    case 0xff1a:
      return colon;
    case 0x3002:
    case 0xff01:
    case 0xff1f:
    case 0x061f:
    case 0x0964:
    case 0xff0e:
    case 0x037e:
      return stop;
    case 0x2026:
      return ellipsis;
    case 0x00ab:
    case 0x00bb:
    case 0x2022:
    case 0x00b7:
    case 0x203a:
    case 0x2192:
    case 0x25b6:
    case 0x25ba:
    case 0x2013:
    case 0x2014:
    case 0xff5c:
      return bar;
    case 0x00a9:
    case 0x20ac:
    case 0x00a3:
    case 0x00a5:
    case 0x20b9:
    case 0x00ae:
      return symbol;
    case 0x2019:
    case 0x201d:
    case 0x300d:
    case 0xff09:
    case 0x201c:
      return closing;
    default:
      break;
  }
  if (is_surely_alone(c)) return alone;
  const std::uint32_t category = U_MASK(u_charType(c));
  if (!(category & (U_GC_L_MASK | U_GC_N_MASK))) return u_isUWhiteSpace(c) ? space : rest;
  if (is_word_by_itself(static_cast<char32_t>(c))) return alone;
  if (category & U_GC_ND_MASK) return digit;
  return category & U_GC_LU_MASK || u_tolower(c) != c ? capital : letter;
}

std::uint32_t step(std::uint32_t hash, std::uint32_t value) { return (hash ^ value) * 0x01000193u + (hash >> 15); }
constexpr std::uint32_t word_seed = 0x811c9dc5u;

// The masked hash of words is a polynomial in them, so that it is the same in however many pieces they come.
constexpr std::uint32_t masked_factor = 0x9e3779b1u;

std::uint32_t join_masked(std::uint32_t first, std::uint32_t second, std::uint32_t words_of_second) {
  for (std::uint32_t power = masked_factor; words_of_second > 0; words_of_second >>= 1, power *= power)
    if (words_of_second & 1) first *= power;
  return first + second;
}

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
  masked = join_masked(masked, more.masked, more.words);
  if (more.letters > 0) last = more.last;
}

std::uint32_t word_hash(std::string_view lower_case_word) {
  std::vector<std::uint32_t> hashes;
  scan_text(lower_case_word, hashes);
  return hashes.empty() ? 0 : hashes.front();
}

TextCounts scan_text(std::string_view utf8, std::vector<std::uint32_t>& word_hashes) {
  TextCounts out;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
  const auto size = static_cast<std::int32_t>(utf8.size());
  std::uint32_t hash = 0, digits = 0, number = 0, length = 0;  // of the open word
  bool capital_word = false;
  const auto close = [&] {
    if (length == 0) return;
    ++out.words;
    out.word_letters += length;
    out.capitals += capital_word;
    if (digits == 4 && length == 4 && number >= 1990 && number < 2040) ++out.years;
    word_hashes.push_back(hash);
    out.masked = out.masked * masked_factor + (digits > 0 ? 1 : hash);
    length = 0;
  };
  for (std::int32_t i = 0; i < size;) {
    UChar32 c = bytes[i];
    Class k;
    if (c < 0x80) {
      k = ascii_classes[static_cast<std::size_t>(c)];
      ++i;
    } else {
      U8_NEXT(bytes, i, size, c);
      k = c < 0 ? rest : class_of(c);
    }
    if (k == space) {
      close();
      continue;
    }
    ++out.letters;
    if (k == letter || k == capital || k == digit) {
      if (length == 0) {
        hash = word_seed;
        digits = number = 0;
        capital_word = k == capital;
      }
      ++length;
      if (k == digit) {
        ++out.digits;
        ++digits;
        if (c < 0x80) number = number * 10 + static_cast<std::uint32_t>(c - '0');
      }
      const UChar32 lower = k != capital ? c : c < 0x80 ? c + 32 : u_tolower(c);
      hash = step(hash, static_cast<std::uint32_t>(lower));
      out.last = TextCounts::word;
      // Of what follows most is letters of ASCII, which change nothing else.
      for (std::uint8_t next; i < size && (next = ascii_lower[bytes[i]]) != 0; ++i) {
        hash = step(hash, next);
        ++length;
        ++out.letters;
      }
      continue;
    }
    const bool after_word = length > 0;
    const std::uint32_t digits_before = after_word && digits == length ? digits : 0;
    close();
    switch (k) {
      case alone:
        ++out.words;
        ++out.word_letters;
        ++out.wide;
        word_hashes.push_back(step(word_seed, static_cast<std::uint32_t>(c)));
        out.masked = out.masked * masked_factor + word_hashes.back();
        out.last = TextCounts::word;
        break;
      case comma:
        ++out.commas;
        out.last = TextCounts::comma;
        break;
      case colon:
        if (digits_before > 0 && digits_before <= 2 && i < size && bytes[i] >= '0' && bytes[i] <= '9') ++out.years;
        out.last = TextCounts::colon;
        break;
      case stop:
        if (i >= size || bytes[i] <= ' ' || bytes[i] >= 0x80 || bytes[i] == '"' || bytes[i] == '\'' || bytes[i] == ')')
          ++out.sentences;
        out.last = c == '.' && i >= 2 && bytes[i - 2] == '.' ? TextCounts::ellipsis : TextCounts::sentence;
        break;
      case ellipsis:
        out.last = TextCounts::ellipsis;
        break;
      case bar:
        ++out.bars;
        out.last = TextCounts::other;
        break;
      case symbol:
        ++out.symbols;
        out.last = TextCounts::other;
        break;
      case closing:
        break;
      default:
        out.last = TextCounts::other;
        break;
    }
  }
  close();
  return out;
}

}  // namespace pith
