#include "core/render/detail/sentences.h"

#include <unicode/brkiter.h>
#include <unicode/locid.h>
#include <unicode/utext.h>

#include <cstdint>
#include <memory>
#include <string>

#include "core/text/ascii.h"
#include "core/text/white_space.h"

namespace pith {
namespace {

// "Dr.", "St.", "J.", "No.": more of them are abbreviations than ends of sentences.
bool ends_with_abbreviation(std::string_view text) {
  constexpr std::size_t longest = 3;
  if (!text.ends_with('.')) return false;
  text.remove_suffix(1);
  std::size_t letters = 0;
  while (letters < text.size() && is_letter_ascii(text[text.size() - 1 - letters])) ++letters;
  if (letters == 0 || letters > longest) return false;
  const char first = text[text.size() - letters];
  return lower_ascii(first) != first;
}

}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> sentences_of(std::string_view text, std::string_view language) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  const auto add = [&](std::size_t begin, std::size_t end) {
    const std::string_view sentence = text.substr(begin, end - begin), trimmed = trim_space(sentence);
    if (trimmed.empty()) return;
    begin += static_cast<std::size_t>(trimmed.data() - sentence.data());
    if (!out.empty() && ends_with_abbreviation(text.substr(0, out.back().second)))
      out.back().second = begin + trimmed.size();
    else
      out.emplace_back(begin, begin + trimmed.size());
  };
  UErrorCode error = U_ZERO_ERROR;
  const std::unique_ptr<icu::BreakIterator> borders(icu::BreakIterator::createSentenceInstance(
      icu::Locale(std::string(language.empty() ? "root" : language).append("@ss=standard").c_str()), error));
  UText opened = UTEXT_INITIALIZER;
  const std::unique_ptr<UText, decltype(&utext_close)> source(
      utext_openUTF8(&opened, text.data(), static_cast<std::int64_t>(text.size()), &error), utext_close);
  if (U_SUCCESS(error)) borders->setText(source.get(), error);
  std::size_t begin = 0;
  if (U_SUCCESS(error)) {
    borders->first();
    for (std::int32_t end = borders->next(); end != icu::BreakIterator::DONE; end = borders->next())
      add(std::exchange(begin, static_cast<std::size_t>(end)), static_cast<std::size_t>(end));
  }
  add(begin, text.size());
  return out;
}

}  // namespace pith
