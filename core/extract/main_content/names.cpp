#include "core/extract/main_content/names.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/stable_hash.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, name_kinds> kind_names = {
#define PITH_NAME_KIND(kind, words) #kind,
#include "core/extract/main_content/names.def"
#undef PITH_NAME_KIND
};
constexpr std::array<std::string_view, name_kinds> kind_words = {
#define PITH_NAME_KIND(kind, words) words,
#include "core/extract/main_content/names.def"
#undef PITH_NAME_KIND
};
static_assert(name_kinds <= 32, "a set of kinds is 32 bits");

std::uint64_t step(std::uint64_t hash, char c) { return (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3; }

// Open addressing by the words' hashes; made once.
class Lexicon {
 public:
  Lexicon() {
    for (std::size_t k = 0; k < name_kinds; ++k) {
      std::string_view rest = kind_words[k];
      while (!rest.empty()) {
        const std::size_t end = std::min(rest.find(' '), rest.size());
        std::uint64_t hash = hash_seed;
        for (const char c : rest.substr(0, end)) hash = step(hash, c);
        if (end > 0) *slot(hash) = {hash, find(hash) | 1u << k};
        rest.remove_prefix(std::min(end + 1, rest.size()));
      }
    }
  }
  std::uint32_t find(std::uint64_t hash) const { return slot(hash)->kinds; }

 private:
  struct Entry {
    std::uint64_t hash = 0;
    std::uint32_t kinds = 0;
  };
  static constexpr std::size_t size = 4096;
  const Entry* slot(std::uint64_t hash) const {
    std::size_t at = (hash ^ hash >> 29) % size;
    while (entries_[at].hash != 0 && entries_[at].hash != hash) at = (at + 1) % size;
    return &entries_[at];
  }
  Entry* slot(std::uint64_t hash) { return const_cast<Entry*>(std::as_const(*this).slot(hash)); }
  std::array<Entry, size> entries_{};
};

const Lexicon& lexicon() {
  static const Lexicon instance;
  return instance;
}

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f'; }

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
  const auto end_word = [&] {
    if (in_word > 0) {
      kinds |= words.find(word);
      ++parts;
    }
    word = hash_seed;
    in_word = 0;
  };
  const auto end_name = [&] {
    end_word();
    if (parts > 1 && in_name <= 24) kinds |= words.find(joined);
    joined = hash_seed;
    in_name = parts = 0;
  };
  char before = 0;
  for (const char c : value) {
    if (is_space(c)) {
      end_name();
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80) {
      const bool upper = c >= 'A' && c <= 'Z';
      if (upper && before >= 'a' && before <= 'z') end_word();
      const char lower = upper ? static_cast<char>(c + 32) : c;
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
    while (i < value.size() && is_space(value[i])) ++i;
    const std::size_t begin = i;
    std::uint64_t hash = hash_seed;
    while (i < value.size() && !is_space(value[i])) {
      const char c = value[i++];
      if (c < '0' || c > '9') hash = step(hash, c);
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
