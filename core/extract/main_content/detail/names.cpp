#include "core/extract/main_content/detail/names.h"

#include <array>

#include "core/base/flat_table.h"
#include "core/base/stable_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, name_kinds> kind_names = {
#define PITH_NAME_KIND(kind, words) #kind,
#include "core/extract/main_content/detail/names.def"
#undef PITH_NAME_KIND
};
constexpr std::array<std::string_view, name_kinds> kind_words = {
#define PITH_NAME_KIND(kind, words) words,
#include "core/extract/main_content/detail/names.def"
#undef PITH_NAME_KIND
};
static_assert(name_kinds <= 32, "a set of kinds is 32 bits");

std::uint64_t step(std::uint64_t hash, char c) { return (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3; }

// Kinds by word hash.
using Lexicon = FlatTable<std::uint32_t>;

Lexicon make_lexicon() {
  Lexicon out(1024);
  for (std::size_t k = 0; k < name_kinds; ++k) {
    each_part(kind_words[k], ' ', [&](std::string_view word) {
      std::uint64_t hash = hash_seed;
      for (const char c : word) hash = step(hash, c);
      out.insert(hash, 0).first |= 1u << k;
    });
  }
  return out;
}

const Lexicon& lexicon() {
  static const Lexicon instance = make_lexicon();
  return instance;
}

constexpr std::array<std::string_view, 18> states = {"active", "current", "selected", "first", "last",      "odd",
                                                     "even",   "open",    "closed",   "hover", "expanded",  "alt",
                                                     "sticky", "lazy",    "loaded",   "leaf",  "collapsed", "clearfix"};

}  // namespace

std::string_view name_of(NameKind kind) { return kind_names[static_cast<std::size_t>(kind)]; }

std::uint32_t kinds_of_names(std::string_view value) {
  const Lexicon& words = lexicon();
  std::uint32_t kinds = 0;
  std::uint64_t word = hash_seed, joined = hash_seed;
  std::size_t in_word = 0, in_name = 0, parts = 0;
  const auto add = [&](std::uint64_t hash) {
    if (const std::uint32_t* const known = words.find(hash)) kinds |= *known;
  };
  const auto end_word = [&] {
    if (in_word > 0) {
      add(word);
      ++parts;
    }
    word = hash_seed;
    in_word = 0;
  };
  const auto end_name = [&] {
    end_word();
    if (parts > 1 && in_name <= 24) add(joined);
    joined = hash_seed;
    in_name = parts = 0;
  };
  char before = 0;
  for (const char c : value) {
    if (is_space_ascii(c)) {
      end_name();
    } else if (is_letter_ascii(c) || is_beyond_ascii(c)) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper && before >= 'a' && before <= 'z') end_word();
      const char lower = lower_ascii(c);
      word = step(word, lower);
      joined = step(joined, lower);
      ++in_word;
      ++in_name;
    } else {
      end_word();
    }
    before = c;
  }
  end_name();
  return kinds;
}

std::uint64_t class_key(std::string_view value) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < value.size();) {
    while (i < value.size() && is_space_ascii(value[i])) ++i;
    const std::size_t begin = i;
    std::uint64_t hash = hash_seed;
    while (i < value.size() && !is_space_ascii(value[i])) {
      const char c = value[i++];
      if (!is_digit_ascii(c)) hash = step(hash, c);
    }
    if (i == begin) continue;
    const std::string_view name = value.substr(begin, i - begin);
    bool state = false;
    for (const std::string_view s : states) state = state || name == s;
    if (!state) key += mix(hash_seed, hash);
  }
  return key;
}

}  // namespace pith
