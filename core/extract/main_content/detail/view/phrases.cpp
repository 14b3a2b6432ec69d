#include "core/extract/main_content/detail/view/phrases.h"

#include <array>
#include <vector>

#include "core/base/flat_table.h"
#include "core/extract/main_content/detail/view/text_scan.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, phrase_kinds> phrase_kind_names = {
#define PITH_PHRASE(kind, words) #kind,
#include "core/extract/main_content/detail/view/phrases.def"
#undef PITH_PHRASE
};
constexpr std::array<std::string_view, phrase_kinds> kind_phrases = {
#define PITH_PHRASE(kind, words) words,
#include "core/extract/main_content/detail/view/phrases.def"
#undef PITH_PHRASE
};

std::uint32_t pair_hash(std::uint32_t first, std::uint32_t second) { return first * 0x9e3779b1u ^ second; }

// Kinds by the hashes of words and word pairs.
FlatTable<std::uint32_t> make_phrase_lexicon() {
  FlatTable<std::uint32_t> out(1024);
  std::vector<std::uint32_t> words;
  for (std::size_t k = 0; k < phrase_kinds; ++k) {
    each_part(kind_phrases[k], '|', [&](std::string_view phrase) {
      words.clear();
      scan_text(phrase, words);
      if (words.size() == 1) out.insert(words[0], 0).first |= 1u << k;
      if (words.size() == 2) out.insert(pair_hash(words[0], words[1]), 0).first |= 1u << k;
    });
  }
  return out;
}

// Calls `found` with the kinds of each phrase.
template <typename Found>
void each_phrase(std::span<const std::uint32_t> word_hashes, const Found& found) {
  static const FlatTable<std::uint32_t> lexicon = make_phrase_lexicon();
  const auto look_up = [&](std::uint32_t hash) {
    if (const std::uint32_t* const known = lexicon.find(hash)) found(*known);
  };
  for (std::size_t i = 0; i < word_hashes.size(); ++i) {
    look_up(word_hashes[i]);
    if (i > 0) look_up(pair_hash(word_hashes[i - 1], word_hashes[i]));
  }
}

}  // namespace

std::string_view name_of(Phrase kind) { return phrase_kind_names[static_cast<std::size_t>(kind)]; }

std::uint32_t phrases_in(std::span<const std::uint32_t> word_hashes) {
  std::uint32_t kinds = 0;
  each_phrase(word_hashes, [&](std::uint32_t of_phrase) { kinds |= of_phrase; });
  return kinds;
}

std::size_t count_phrases(Phrase kind, std::span<const std::uint32_t> word_hashes) {
  std::size_t count = 0;
  each_phrase(word_hashes, [&](std::uint32_t of_phrase) { count += of_phrase & bit(kind) ? 1 : 0; });
  return count;
}

}  // namespace pith
