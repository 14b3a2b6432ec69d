#include "core/text/language.h"

#include <cld2/public/compact_lang_det.h>
#include <cld2/public/encodings.h>
#include <unicode/uloc.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// Whether there is a character from U+3040 to U+30FF: hiragana or katakana.
bool has_kana(std::string_view utf8) {
  for (std::size_t i = 0; i + 1 < utf8.size(); ++i) {
    const auto next = static_cast<unsigned char>(utf8[i + 1]);
    if (static_cast<unsigned char>(utf8[i]) == 0xE3 && next >= 0x81 && next <= 0x83) return true;
  }
  return false;
}

}  // namespace

std::string primary_language(std::string_view tag) {
  tag = trim_space(tag);
  std::string language(tag.substr(0, tag.find_first_of("-_")));
  if (language.size() < 2 || language.size() > 3) return {};
  for (char& c : language) {
    if (!is_letter_ascii(c)) return {};
    c = lower_ascii(c);
  }
  std::array<char, ULOC_LANG_CAPACITY> known;
  UErrorCode status = U_ZERO_ERROR;
  const auto size = uloc_getLanguage(language.c_str(), known.data(), static_cast<std::int32_t>(known.size()), &status);
  if (U_FAILURE(status) || status == U_STRING_NOT_TERMINATED_WARNING) return {};
  language.assign(known.data(), static_cast<std::size_t>(size));
  if (*uloc_getISO3Language(language.c_str()) == '\0') return {};

  static constexpr std::array<std::array<std::string_view, 2>, 6> same = {
      {{"nb", "no"}, {"nn", "no"}, {"iw", "he"}, {"in", "id"}, {"ji", "yi"}, {"cmn", "zh"}}};
  for (const auto& [variant, name] : same)
    if (language == variant) return std::string(name);
  return language;
}

std::string detect_language(std::string_view utf8, std::string_view declared) {
  constexpr std::size_t max_bytes = 4 * 1024;
  const std::string_view text = cut_utf8(utf8, max_bytes);
  const std::string hint = primary_language(declared);
  const CLD2::CLDHints hints = {hint.empty() ? nullptr : hint.c_str(), nullptr, CLD2::UNKNOWN_ENCODING,
                                CLD2::UNKNOWN_LANGUAGE};
  CLD2::Language languages[3];
  int percents[3], text_bytes = 0, valid_prefix = 0;
  double scores[3];
  bool reliable = false;
  const CLD2::Language language = CLD2::ExtDetectLanguageSummaryCheckUTF8(
      text.data(), static_cast<int>(text.size()), /*is_plain_text=*/true, &hints, /*flags=*/0, languages, percents,
      scores, nullptr, &text_bytes, &reliable, &valid_prefix);
  if (!reliable || language == CLD2::UNKNOWN_LANGUAGE) return {};
  if (language == CLD2::JAPANESE && !has_kana(text))
    return "zh";  // cld2 often mistakes news in traditional characters for Japanese
  return primary_language(CLD2::LanguageCode(language));
}

}  // namespace pith
