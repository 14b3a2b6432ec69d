#include "core/extract/content_signature.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <vector>

#include "core/base/stable_hash.h"
#include "core/page/detail/page_title.h"
#include "core/text/white_space.h"
#include "core/text/words.h"

namespace pith {
namespace {

constexpr std::uint32_t least_words = 30;
constexpr std::size_t shingle_words = 3;
constexpr std::size_t max_words = 200'000;

// The hashes of the text's distinct shingles, sorted.
std::vector<std::uint64_t> shingles_of(std::string_view utf8, std::uint64_t seed) {
  std::vector<std::uint64_t> hashes;
  append_word_hashes(hashes, utf8, max_words, seed);
  if (hashes.size() < shingle_words) return {};
  for (std::size_t i = 0; i + shingle_words <= hashes.size(); ++i)
    for (std::size_t k = 1; k < shingle_words; ++k) hashes[i] = mix(hashes[i], hashes[i + k]);
  hashes.resize(hashes.size() - shingle_words + 1);
  std::sort(hashes.begin(), hashes.end());
  hashes.erase(std::unique(hashes.begin(), hashes.end()), hashes.end());
  return hashes;
}

// The majority value of each bit. The 64 sums are kept bit by bit: place p of all of them is one number, so that a hash
// is added to all sums at once.
std::uint64_t majority(const std::vector<std::uint64_t>& hashes) {
  static_assert(max_words < std::size_t{1} << 18);
  std::array<std::uint64_t, 18> places{};
  for (std::uint64_t carry : hashes)
    for (std::size_t p = 0; carry != 0; ++p) {
      const std::uint64_t sum = places[p] ^ carry;
      carry &= places[p];
      places[p] = sum;
    }
  std::uint64_t simhash = 0;
  for (int bit = 0; bit < 64; ++bit) {
    std::size_t ones = 0;
    for (std::size_t p = places.size(); p-- > 0;) ones = 2 * ones + (places[p] >> bit & 1);
    if (2 * ones > hashes.size()) simhash |= std::uint64_t{1} << bit;
  }
  return simhash;
}

}  // namespace

bool is_vague(const ExtractedPage& page) { return page.content_words < least_words || page.status == Status::whole; }

std::string comparable_text(const ExtractedPage& page) {
  if (page.content_words == 0) return {};
  std::string text = collapse_space(page.blocks.text);
  return is_vague(page) ? page.metadata.title + '\n' + text : text;
}

std::uint64_t simhash_of(std::string_view utf8) { return majority(shingles_of(utf8, hash_seed)); }

std::uint64_t titled_simhash(const ExtractedPage& page) {
  const std::uint64_t simhash = is_vague(page) ? 0 : simhash_of(page.blocks.text);
  return simhash == 0 ? 0 : simhash ^ mix(name_hash(page.metadata.title), hash_seed);
}

KeyedSimhash keyed_simhash_of(std::string_view utf8, std::uint64_t key) {
  std::vector<std::uint64_t> hashes = shingles_of(utf8, mix(hash_seed, key));
  KeyedSimhash simhash{};
  for (std::uint64_t& part : simhash) {
    part = majority(hashes);
    for (std::uint64_t& hash : hashes) hash = mix(key, hash);
  }
  return simhash;
}

int distance(std::uint64_t simhash, std::uint64_t other) { return std::popcount(simhash ^ other); }

int distance(const KeyedSimhash& simhash, const KeyedSimhash& other) {
  int bits = 0;
  for (std::size_t i = 0; i < simhash.size(); ++i) bits += distance(simhash[i], other[i]);
  return bits;
}

bool are_duplicates(const ContentSignature& a, const ContentSignature& b) {
  if (a.digest.empty() || b.digest.empty()) return false;
  if (a.digest == b.digest || (!a.body.empty() && a.body == b.body)) return true;
  return a.simhash != 0 && b.simhash != 0 && distance(a.simhash, b.simhash) <= near_distance &&
         distance(a.keyed, b.keyed) <= keyed_distance && std::abs(a.words - b.words) * 10 <= std::max(a.words, b.words);
}

}  // namespace pith
