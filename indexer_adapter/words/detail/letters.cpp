#include "indexer_adapter/words/detail/letters.h"

#include <span>
#include <utility>

namespace pith::index {
namespace {

using Spelling = std::pair<wchar_t, std::wstring_view>;  // a letter, and how it is written without it

constexpr Spelling german[] = {{L'ä', L"ae"}, {L'ö', L"oe"}, {L'ü', L"ue"}};
constexpr Spelling danish[] = {{L'æ', L"ae"}, {L'ø', L"oe"}, {L'å', L"aa"}};

std::span<const Spelling> spellings(std::string_view language) {
  if (language == "de") return german;
  if (language == "da" || language == "no") return danish;
  return {};
}

}  // namespace

std::wstring_view letters_of(std::string_view language) {
  if (language == "sv" || language == "fi") return L"åäö";
  if (language == "da" || language == "no") return L"åæø";
  if (language == "de") return L"äöü";
  if (language == "es") return L"ñ";
  if (language == "hu") return L"áéíóöőúüű";
  if (language == "tr") return L"çğıöşü";
  if (language == "az") return L"çəğıöşü";
  return {};
}

Casing casing_of(std::string_view language) {
  return language == "tr" || language == "az" ? Casing::dotless_i : Casing::common;
}

std::wstring folded_letters(std::wstring_view folded) { return std::wstring(folded) + L'~'; }

std::wstring_view without_mark(std::wstring_view term) {
  if (term.ends_with(L'~')) term.remove_suffix(1);
  return term;
}

std::vector<std::wstring> respelt(std::string_view language, std::wstring_view lower) {
  std::wstring with, without;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    const Spelling* of_pair = nullptr;
    const Spelling* of_letter = nullptr;
    for (const Spelling& spelling : spellings(language)) {
      if (lower.substr(i).starts_with(spelling.second)) of_pair = &spelling;
      if (lower[i] == spelling.first) of_letter = &spelling;
    }
    without += of_letter ? of_letter->second : lower.substr(i, 1);
    with += of_pair ? of_pair->first : lower[i];
    if (!of_pair) continue;
    without += lower[++i];
  }
  std::vector<std::wstring> words;
  if (with != lower) words.push_back(std::move(with));
  if (without != lower) words.push_back(std::move(without));
  return words;
}

}  // namespace pith::index
