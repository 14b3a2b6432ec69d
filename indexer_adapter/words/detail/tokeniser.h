// Text to words, one rule for all languages, for documents, queries and snippets alike.
//
// A word is a run of letters, digits and the marks on them; everything else separates ("foo.bar_baz", "l'homme" and
// "3.14" are several words, and a query for them is a phrase). Soft hyphens and joiners inside a word are dropped.
// Scripts written without spaces (Han, Kana, Hangul, Thai, Lao, Khmer, Myanmar) give one word per character with its
// marks; the analyser adds bigrams. So Latin words with accents stay whole in Chinese text as everywhere else.
// Why not Lucene++'s: StandardTokenizer indexes a table of 65,536 entries with code points, CJKTokenizer splits "café".
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pith::index {

struct Token {
  std::wstring text;         // lower case
  std::wstring folded;       // without accents and variants: what every search compares (see fold)
  std::uint32_t begin, end;  // code points of the input
  std::uint32_t position;    // 0, 1, 2, ...: counts words
  bool unspaced;             // one character of a script without spaces
};

// Which small letter I has: with a dotless i (Turkish, Azerbaijani), I is the capital of ı, and İ of i. Elsewhere both
// are capitals of i.
enum class Casing : std::uint8_t { common, dotless_i };

// Longer words (mostly encoded data) are skipped but count as a position.
inline constexpr std::size_t max_word_length = 255;

// Walks over a text that must outlive it. The text is valid NFC (see to_wide).
class Tokeniser {
 public:
  explicit Tokeniser(std::wstring_view text, Casing casing = Casing::common) : text_(text), casing_(casing) {}
  // False at the end. Reuses the token's memory.
  bool next(Token& token);

 private:
  std::wstring_view text_;
  Casing casing_;
  std::size_t next_ = 0;
  std::uint32_t position_ = 0;
};

std::vector<Token> tokenise(std::wstring_view text, Casing casing = Casing::common);

// The number of positions of the text's words, including skipped ones.
std::size_t count_words(std::wstring_view text);

// Lower-case text without accents on Latin and Greek letters, with ё as е, ß as ss, ə as e, full-width forms and
// foreign digits as ASCII, without Arabic and Hebrew vowel points, and with one Arabic alef, yeh and heh. Marks that
// are part of the letter (Devanagari, Thai, й) stay, and so do `letters`.
std::wstring fold(std::wstring_view lower, std::wstring_view letters = {});
std::wstring lower(std::wstring_view text);

// Whether the character belongs to a word.
bool is_word_character(wchar_t c);
bool is_unspaced(wchar_t c);

// Splits a run of unspaced characters into words of its language (ICU's dictionaries): offsets where words end, the
// last one text.size(). For queries only: the index does not depend on dictionaries.
std::vector<std::size_t> word_ends(std::wstring_view unspaced);

// The words of a query, as ranges of its tokens. Words of scripts with spaces stay whole ("foo-bar" is one of two
// tokens); runs of the others are split by word_ends.
std::vector<std::pair<std::size_t, std::size_t>> query_words(std::wstring_view text, std::span<const Token> tokens);

}  // namespace pith::index
