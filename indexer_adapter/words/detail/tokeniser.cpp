#include "indexer_adapter/words/detail/tokeniser.h"

#include <unicode/brkiter.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <memory>

namespace pith::index {
namespace {

enum class Class : std::uint8_t { separator, letter, unspaced, mark, dropped };

bool is_unspaced_script(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  switch (uscript_getScript(c, &error)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_BOPOMOFO:
    case USCRIPT_YI:
    case USCRIPT_THAI:
    case USCRIPT_LAO:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
      return true;
    default:
      return c == 0x30FC || c == 0xFF70;  // the prolonged sound mark of Kana belongs to both
  }
}

Class class_of(wchar_t wide) {
  const auto c = static_cast<UChar32>(wide);
  if (c < 0x80) {
    const bool word = (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'z');
    return word ? Class::letter : Class::separator;
  }
  // Geresh and gershayim are inside Hebrew abbreviations.
  if (c == 0xAD || c == 0x5F3 || c == 0x5F4 || c == 0x200C || c == 0x200D || (c >= 0xFE00 && c <= 0xFE0F))
    return Class::dropped;
  const std::uint32_t category = U_MASK(u_charType(c));
  if (category & U_GC_M_MASK) return Class::mark;
  if (!(category & (U_GC_L_MASK | U_GC_N_MASK))) return Class::separator;
  return c >= 0xE00 && is_unspaced_script(c) ? Class::unspaced : Class::letter;
}

bool is_dropped_mark(UChar32 c) {
  return (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5C7) || (c >= 0x64B && c <= 0x65F) || c == 0x670 ||
         c == 0x640;
}

// For letters without a decomposition that people type without their stroke; nullptr for others.
const wchar_t* plain_letter(UChar32 c) {
  switch (c) {
    case 0xDF:
      return L"ss";
    case 0xE6:
      return L"ae";
    case 0xF0:
      return L"d";
    case 0xF8:
      return L"o";
    case 0xFE:
      return L"th";
    case 0x111:
      return L"d";
    case 0x127:
      return L"h";
    case 0x131:
      return L"i";
    case 0x142:
      return L"l";
    case 0x14B:
      return L"n";
    case 0x153:
      return L"oe";
    case 0x167:
      return L"t";
    case 0x259:
      return L"e";  // ə
    case 0x3C2:
      return L"\u03C3";  // final sigma
    case 0x451:
      return L"\u0435";  // ё
    case 0x622:
    case 0x623:
    case 0x625:
    case 0x671:
      return L"\u0627";  // alef, with or without hamza
    case 0x629:
      return L"\u0647";  // teh marbuta as heh
    case 0x649:
    case 0x6CC:
      return L"\u064A";  // yeh without dots, Persian yeh
    case 0x6A9:
      return L"\u0643";  // Persian kaf
    default:
      return nullptr;
  }
}

bool folds_to_base(UChar32 c) {
  UErrorCode error = U_ZERO_ERROR;
  const UScriptCode script = uscript_getScript(c, &error);
  return script == USCRIPT_LATIN || script == USCRIPT_GREEK || script == USCRIPT_COMMON;
}

void fold_character(UChar32 c, const icu::Normalizer2* compatibility, std::wstring& out) {
  if (is_dropped_mark(c)) return;
  if (const wchar_t* plain = plain_letter(c)) {
    out += plain;
    return;
  }
  if (const int digit = u_charDigitValue(c); digit >= 0) {
    out += static_cast<wchar_t>(L'0' + digit);
    return;
  }
  icu::UnicodeString parts;
  if (compatibility == nullptr || !compatibility->getDecomposition(c, parts)) {
    out += static_cast<wchar_t>(c);
    return;
  }
  const bool base_only = folds_to_base(c);
  // Otherwise only changes of width: half-width Kana, but neither Hangul nor "が" is decomposed.
  if (!base_only && parts.countChar32() != 1) {
    out += static_cast<wchar_t>(c);
    return;
  }
  for (int i = 0; i < parts.length(); i = parts.moveIndex32(i, 1)) {
    const UChar32 part = u_tolower(parts.char32At(i));
    if (const wchar_t* plain = plain_letter(part))
      out += plain;
    else if (!is_dropped_mark(part) && class_of(static_cast<wchar_t>(part)) != Class::separator)
      out += static_cast<wchar_t>(part);
  }
}

}  // namespace

bool is_word_character(wchar_t c) { return class_of(c) != Class::separator; }
bool is_unspaced(wchar_t c) { return class_of(c) == Class::unspaced; }

std::wstring lower(std::wstring_view text) {
  std::wstring result;
  result.reserve(text.size());
  for (const wchar_t c : text) result += static_cast<wchar_t>(u_tolower(static_cast<UChar32>(c)));
  return result;
}

std::wstring fold(std::wstring_view lower, std::wstring_view letters) {
  static const icu::Normalizer2* const compatibility = [] {
    UErrorCode error = U_ZERO_ERROR;
    return icu::Normalizer2::getNFKDInstance(error);
  }();
  std::wstring result;
  result.reserve(lower.size());
  for (const wchar_t c : lower) {
    if (c < 0x80 || letters.find(c) != std::wstring_view::npos)
      result += c;
    else
      fold_character(static_cast<UChar32>(c), compatibility, result);
  }
  return result;
}

namespace {

wchar_t lower(wchar_t c, Casing casing) {
  if (casing == Casing::dotless_i && c == L'I') return L'ı';
  if (c < 0x80) return c >= L'A' && c <= L'Z' ? c | 0x20 : c;
  return static_cast<wchar_t>(u_tolower(static_cast<UChar32>(c)));
}

// Reads the word at `next` into token.text, in lower case, and moves `next` past it; whether it is ASCII.
bool read_word(std::wstring_view text, std::size_t& next, Casing casing, Token& token) {
  token.text.clear();
  bool ascii = true;
  while (next < text.size()) {
    const wchar_t c = text[next];
    const Class current = class_of(c);
    const bool first = next == token.begin;
    const bool continues =
        current == Class::mark || current == Class::dropped || (current == Class::letter && !token.unspaced);
    if (!first && !continues) break;
    ++next;
    if (current == Class::dropped || token.text.size() > max_word_length) continue;
    token.text += lower(c, casing);
    if (c >= 0x80 || token.text.back() >= 0x80) ascii = false;
  }
  return ascii;
}

}  // namespace

bool Tokeniser::next(Token& token) {
  const std::size_t size = text_.size();
  while (true) {
    Class kind = Class::separator;
    while (next_ < size && (kind = class_of(text_[next_])) != Class::letter && kind != Class::unspaced) ++next_;
    if (next_ == size) return false;
    token.begin = static_cast<std::uint32_t>(next_);
    token.unspaced = kind == Class::unspaced;
    const bool ascii = read_word(text_, next_, casing_, token);
    token.end = static_cast<std::uint32_t>(next_);
    token.position = position_++;
    if (token.text.size() > max_word_length) continue;
    if (ascii)
      token.folded = token.text;
    else
      token.folded = fold(token.text);
    if (!token.folded.empty()) return true;
  }
}

std::vector<Token> tokenise(std::wstring_view text, Casing casing) {
  std::vector<Token> tokens;
  Tokeniser tokeniser(text, casing);
  for (Token token; tokeniser.next(token);) tokens.push_back(token);
  return tokens;
}

std::size_t count_words(std::wstring_view text) {
  std::size_t words = 0;
  bool in_word = false;  // of letters
  for (const wchar_t c : text) {
    const Class kind = class_of(c);
    if (kind == Class::mark || kind == Class::dropped) continue;
    if (kind == Class::unspaced || (kind == Class::letter && !in_word)) ++words;
    in_word = kind == Class::letter;
  }
  return words;
}

std::vector<std::size_t> word_ends(std::wstring_view unspaced) {
  icu::UnicodeString text;
  std::vector<std::size_t> code_points;  // of each UTF-16 unit
  for (std::size_t i = 0; i < unspaced.size(); ++i) {
    text.append(static_cast<UChar32>(unspaced[i]));
    code_points.resize(static_cast<std::size_t>(text.length()), i);
  }
  std::vector<std::size_t> ends;
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> words(
      icu::BreakIterator::createWordInstance(icu::Locale::getRoot(), error));
  if (U_SUCCESS(error)) {
    words->setText(text);
    for (int end = (words->first(), words->next()); end != icu::BreakIterator::DONE; end = words->next())
      if (end < text.length()) ends.push_back(code_points[static_cast<std::size_t>(end)]);
  }
  ends.push_back(unspaced.size());
  return ends;
}

std::vector<std::pair<std::size_t, std::size_t>> query_words(std::wstring_view text, std::span<const Token> tokens) {
  std::vector<std::pair<std::size_t, std::size_t>> words;
  for (std::size_t i = 0, end; i < tokens.size(); i = end) {
    for (end = i + 1; end < tokens.size() && tokens[end].unspaced == tokens[i].unspaced; ++end)
      if (tokens[i].unspaced && tokens[end].begin != tokens[end - 1].end) break;
    if (!tokens[i].unspaced) {
      words.emplace_back(i, end);
      continue;
    }
    const std::size_t begin = tokens[i].begin;
    const auto ends = word_ends(text.substr(begin, tokens[end - 1].end - begin));
    std::size_t first = i;
    for (std::size_t t = i; t < end; ++t)
      if (t + 1 == end || std::binary_search(ends.begin(), ends.end(), tokens[t].end - begin)) {
        words.emplace_back(first, t + 1);
        first = t + 1;
      }
  }
  return words;
}

}  // namespace pith::index
