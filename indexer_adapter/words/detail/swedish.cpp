// Snowball's algorithm, whose licence is LICENSES/BSD-3-Clause.txt: Copyright (c) 2001, Dr Martin Porter; 2004, 2005,
// Richard Boulton; 2006-2025, Olly Betts.
#include "indexer_adapter/words/detail/swedish.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <span>

namespace pith::index {
namespace {

constexpr std::wstring_view vowels = L"aeiouyäåö";

constexpr std::array main_suffixes = std::to_array<std::wstring_view>(
    {L"a",     L"arna",   L"erna", L"heterna", L"orna",  L"ad",    L"e",   L"ade",  L"ande",  L"arne",
     L"are",   L"aste",   L"en",   L"anden",   L"aren",  L"heten", L"ern", L"ar",   L"er",    L"heter",
     L"or",    L"s",      L"as",   L"arnas",   L"ernas", L"ornas", L"es",  L"ades", L"andes", L"ens",
     L"arens", L"hetens", L"erns", L"at",      L"et",    L"andet", L"het", L"ast"});

// Before these, "et" is part of the word: alfabet, paket, universitet.
constexpr std::array before_et = std::to_array<std::wstring_view>(
    {L"fab", L"h",   L"pak", L"rak", L"stak", L"kom", L"iet", L"cit",  L"dit",  L"alit", L"ilit",
     L"mit", L"nit", L"pit", L"rit", L"sit",  L"tit", L"uit", L"ivit", L"kvit", L"xit"});

constexpr std::array consonant_pairs =
    std::to_array<std::wstring_view>({L"dd", L"gd", L"nn", L"dt", L"gt", L"kt", L"tt"});

constexpr std::array other_suffixes = std::to_array<std::wstring_view>({L"ig", L"lig", L"els", L"fullt", L"öst"});

bool is_vowel(wchar_t c) { return vowels.find(c) != vowels.npos; }

bool ends_with_one_of(std::wstring_view word, std::wstring_view letters) {
  return !word.empty() && letters.find(word.back()) != letters.npos;
}

std::wstring_view longest_suffix(std::wstring_view text, std::span<const std::wstring_view> suffixes) {
  std::wstring_view longest;
  for (const std::wstring_view suffix : suffixes)
    if (suffix.size() > longest.size() && text.ends_with(suffix)) longest = suffix;
  return longest;
}

// R1, where suffixes are removed: what follows the first consonant after a vowel, and the third letter.
std::size_t region_of_suffixes(std::wstring_view word) {
  const auto vowel = std::ranges::find_if(word, is_vowel);
  const auto consonant = std::find_if_not(vowel, word.end(), is_vowel);
  if (word.size() < 3 || consonant == word.end()) return word.size();
  return std::max<std::size_t>(3, static_cast<std::size_t>(consonant - word.begin()) + 1);
}

// Whether "et" after the word is an ending.
bool takes_et(std::wstring_view word) {
  const std::size_t size = word.size();
  return size > 2 && !is_vowel(word[size - 1]) && is_vowel(word[size - 2]) && longest_suffix(word, before_et).empty();
}

void remove_main_suffix(std::wstring_view& word, std::size_t region) {
  if (word.size() < region) return;
  const std::wstring_view suffix = longest_suffix(word.substr(region), main_suffixes);
  const std::wstring_view rest = word.substr(0, word.size() - suffix.size());
  if (suffix == L"s") {
    if (rest.ends_with(L"et") && takes_et(rest.substr(0, rest.size() - 2)))
      word = rest.substr(0, rest.size() - 2);
    else if (ends_with_one_of(rest, L"bcdfghjklmnoprtvy"))
      word = rest;
  } else if (suffix != L"et" || takes_et(rest)) {
    word = rest;
  }
}

void shorten_consonant_pair(std::wstring_view& word, std::size_t region) {
  if (word.size() < region) return;
  if (!longest_suffix(word.substr(region), consonant_pairs).empty()) word.remove_suffix(1);
}

void remove_other_suffix(std::wstring_view& word, std::size_t region) {
  if (word.size() < region) return;
  const std::wstring_view suffix = longest_suffix(word.substr(region), other_suffixes);
  const std::wstring_view rest = word.substr(0, word.size() - suffix.size());
  if (suffix == L"fullt" || (suffix == L"öst" && ends_with_one_of(rest, L"iklnprtuv")))
    word.remove_suffix(1);  // "full", "ös"
  else if (suffix != L"öst")
    word = rest;
}

}  // namespace

std::wstring swedish_stem(std::wstring_view lower) {
  const std::size_t region = region_of_suffixes(lower);
  std::wstring_view word = lower;
  remove_main_suffix(word, region);
  shorten_consonant_pair(word, region);
  remove_other_suffix(word, region);
  return std::wstring(word);
}

}  // namespace pith::index
