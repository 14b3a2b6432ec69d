#include "core/extract/main_content/detail/view/names.h"

#include <algorithm>
#include <array>

#include "core/base/flat_table.h"
#include "core/base/stable_hash.h"
#include "core/text/ascii.h"

namespace pith {
namespace {

constexpr std::array<std::string_view, name_kinds> name_kind_names = {
#define PITH_NAME_KIND(kind, words) #kind,
#include "core/extract/main_content/detail/view/names.def"
#undef PITH_NAME_KIND
};
constexpr std::array<std::string_view, name_kinds> kind_words = {
#define PITH_NAME_KIND(kind, words) words,
#include "core/extract/main_content/detail/view/names.def"
#undef PITH_NAME_KIND
};
static_assert(name_kinds <= 32, "a set of kinds is 32 bits");

std::uint64_t step(std::uint64_t hash, char c) { return (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3; }

// Kinds by word hash.
using Lexicon = FlatTable<std::uint32_t>;

Lexicon make_name_lexicon() {
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
  static const Lexicon instance = make_name_lexicon();
  return instance;
}

constexpr std::array<std::string_view, 18> states = {"active", "current", "selected", "first", "last",      "odd",
                                                     "even",   "open",    "closed",   "hover", "expanded",  "alt",
                                                     "sticky", "lazy",    "loaded",   "leaf",  "collapsed", "clearfix"};
// Before what a class says of this page alone, by the conventions of content systems: its category, tags and author, a
// state, a number in letters.
constexpr std::array<std::string_view, 13> value_prefixes = {
    "category-", "tag-", "product_cat-", "product_tag-", "term-",    "author-",     "comment-author-",
    "status-",   "is-",  "has-",         "format-",      "current-", "view-dom-id-"};

bool is_value(std::string_view name) {
  return std::ranges::find(states, name) != states.end() ||
         std::ranges::any_of(value_prefixes, [&](std::string_view prefix) { return name.starts_with(prefix); });
}

}  // namespace

std::string_view name_of(NameKind kind) { return name_kind_names[static_cast<std::size_t>(kind)]; }

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
  // WordPress's list of what it knows of a post: its type, then its status, and all its taxonomies' terms.
  const bool is_post = value.find("type-") != std::string_view::npos && value.find("status-") != std::string_view::npos;
  std::uint64_t key = 0;
  each_part(value, ascii_spaces, [&](std::string_view name) {
    if (is_post ? !name.starts_with("type-") : is_value(name)) return;
    std::uint64_t hash = hash_seed;
    for (const char c : name)
      if (!is_digit_ascii(c)) hash = step(hash, c);
    key += mix(hash_seed, hash);
  });
  return key;
}

}  // namespace pith
