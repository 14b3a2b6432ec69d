#include "core/extract/main_content/phrases.h"

#include <array>
#include <unordered_map>
#include <vector>

#include "core/extract/main_content/text_scan.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, phrase_kinds> kind_names = {
#define PITH_PHRASE(kind, words) #kind,
#include "core/extract/main_content/phrases.def"
#undef PITH_PHRASE
};
constexpr std::array<std::string_view, phrase_kinds> kind_phrases = {
#define PITH_PHRASE(kind, words) words,
#include "core/extract/main_content/phrases.def"
#undef PITH_PHRASE
};

std::uint32_t pair_hash(std::uint32_t first, std::uint32_t second) { return first * 0x9e3779b1u ^ second; }

class Lexicon {
 public:
  Lexicon() {
    std::vector<std::uint32_t> words;
    for (std::size_t k = 0; k < phrase_kinds; ++k) {
      std::string_view rest = kind_phrases[k];
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find('|'), rest.size());
        words.clear();
        scan_text(rest.substr(0, end), words);
        if (words.size() == 1) add(words[0], 1u << k);
        if (words.size() == 2) add(pair_hash(words[0], words[1]), 1u << k);
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }
  std::uint32_t find(std::uint32_t hash) const { return slot(hash)->kinds; }

 private:
  struct Entry {
    std::uint32_t hash = 0, kinds = 0;
  };
  static constexpr std::size_t size = 4096;
  const Entry* slot(std::uint32_t hash) const {
    std::size_t at = (hash ^ hash >> 13) % size;
    while (entries_[at].kinds != 0 && entries_[at].hash != hash) at = (at + 1) % size;
    return &entries_[at];
  }
  void add(std::uint32_t hash, std::uint32_t kinds) {
    auto* entry = const_cast<Entry*>(slot(hash));
    *entry = {hash, entry->kinds | kinds};
  }
  std::array<Entry, size> entries_{};
};

}  // namespace

std::string_view name_of(Phrase kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::uint32_t phrases_in(std::span<const std::uint32_t> word_hashes) {
  static const Lexicon lexicon;
  std::uint32_t kinds = 0;
  for (std::size_t i = 0; i < word_hashes.size(); ++i) {
    kinds |= lexicon.find(word_hashes[i]);
    if (i > 0) kinds |= lexicon.find(pair_hash(word_hashes[i - 1], word_hashes[i]));
  }
  return kinds;
}

}  // namespace pith
