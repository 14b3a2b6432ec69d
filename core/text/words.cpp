#include "core/text/words.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utf8.h>

#include "core/text/ascii.h"

namespace pith {

bool is_word_by_itself(char32_t letter) {
  if (letter < 0x0E00) return false;
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(static_cast<UChar32>(letter), &status)) {
    case USCRIPT_HAN:
    case USCRIPT_HIRAGANA:
    case USCRIPT_KATAKANA:
    case USCRIPT_HANGUL:
    case USCRIPT_THAI:
      return true;
    default:
      return false;
  }
}

namespace {

// Calls with the byte range of each run of letters, digits and underscore; with `split`, characters that are words by
// themselves come separately.
template <typename F>
void each_word(std::string_view text, bool split, F&& found) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
  const auto size = static_cast<std::int64_t>(text.size());
  std::int64_t begin = -1;
  for (std::int64_t i = 0; i < size;) {
    const std::int64_t at = i;
    bool letter, alone = false;
    if (bytes[i] < 0x80) {
      const char c = text[static_cast<std::size_t>(i++)];
      letter = is_alphanumeric_ascii(c) || c == '_';
    } else {
      UChar32 c;
      U8_NEXT(bytes, i, size, c);
      letter = c >= 0 && (u_isalnum(c) || u_charType(c) == U_OTHER_NUMBER || u_charType(c) == U_LETTER_NUMBER);
      alone = split && letter && is_word_by_itself(static_cast<char32_t>(c));
    }
    if (begin >= 0 && (!letter || alone)) {
      found(begin, at);
      begin = -1;
    }
    if (alone)
      found(at, i);
    else if (letter && begin < 0)
      begin = at;
  }
  if (begin >= 0) found(begin, size);
}

std::string lower(std::string_view word) {
  std::string out;
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(word.data());
  const auto size = static_cast<std::int64_t>(word.size());
  for (std::int64_t i = 0; i < size;) {
    UChar32 c;
    U8_NEXT(bytes, i, size, c);
    c = u_tolower(c);
    char buffer[U8_MAX_LENGTH];
    std::int32_t length = 0;
    U8_APPEND_UNSAFE(buffer, length, c);
    out.append(buffer, static_cast<std::size_t>(length));
  }
  return out;
}

}  // namespace

std::vector<std::string> words_of(std::string_view utf8) {
  std::vector<std::string> words;
  each_word(utf8, true, [&](std::int64_t begin, std::int64_t end) {
    words.push_back(lower(utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin))));
  });
  return words;
}

std::vector<std::string_view> word_runs(std::string_view utf8) {
  std::vector<std::string_view> runs;
  each_word(utf8, false, [&](std::int64_t begin, std::int64_t end) {
    runs.push_back(utf8.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin)));
  });
  return runs;
}

std::size_t count_words(std::string_view utf8) {
  std::size_t count = 0;
  each_word(utf8, true, [&](std::int64_t, std::int64_t) { ++count; });
  return count;
}

void append_word_hashes(std::vector<std::uint64_t>& out, std::string_view utf8, std::size_t max_words,
                        std::uint64_t seed) {
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(utf8.data());
  std::size_t left = max_words;
  each_word(utf8, true, [&](std::int64_t begin, std::int64_t end) {
    if (left == 0) return;
    --left;
    std::uint64_t hash = seed;
    for (std::int64_t i = begin; i < end;) {
      UChar32 c;
      U8_NEXT(bytes, i, end, c);
      hash = mix(hash, static_cast<std::uint64_t>(u_tolower(c)));
    }
    out.push_back(hash);
  });
}

}  // namespace pith
