#include "tests/bench/word_model.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace pith::bench {
namespace {

constexpr std::array<std::string_view, 48> function_words = {
    "the",  "of",    "and",   "to",  "a",   "in",   "that", "is",   "it",    "for",  "was",   "on",
    "with", "as",    "be",    "at",  "by",  "this", "have", "from", "or",    "had",  "not",   "are",
    "but",  "which", "they",  "one", "all", "were", "when", "we",   "there", "can",  "their", "more",
    "if",   "will",  "would", "who", "so",  "no",   "out",  "up",   "into",  "than", "only",  "some"};
// A beginning ends with its only vowel, an end has none: a word can be decoded, so no two ranks share one.
constexpr std::array<std::string_view, 32> onsets = {"ba", "be", "bo", "ca", "co", "cu", "da", "de", "du", "fa", "fe",
                                                     "fu", "ga", "go", "ge", "ha", "hi", "jo", "ka", "la", "lo", "ma",
                                                     "mi", "no", "pa", "pe", "po", "ra", "ro", "sa", "te", "vi"};
constexpr std::array<std::string_view, 32> codas = {"ck", "d",  "ft", "g",  "l",  "mp", "nd", "ng", "n",  "p", "rd",
                                                    "rk", "rm", "rn", "r",  "sh", "sk", "st", "s",  "t",  "x", "lt",
                                                    "ll", "m",  "nt", "pt", "rt", "b",  "ss", "th", "zz", "v"};
constexpr std::uint32_t zipf_octaves = 18;

void capitalise(std::string& out, std::size_t at) {
  if (out[at] >= 'a' && out[at] <= 'z') out[at] = static_cast<char>(out[at] - 'a' + 'A');
}

// Each octave is equally likely: rank r has a probability of about 1 / r.
std::uint32_t zipf(Random& random, std::uint32_t octaves) {
  const std::uint32_t octave = random.below(octaves);
  return (1u << octave) - 1 + random.below(std::uint64_t{1} << octave);
}

}  // namespace

std::uint64_t Random::next() {
  std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

std::string word_of_rank(std::uint32_t rank) {
  std::string word;
  do {
    word += onsets[rank % onsets.size()];
    rank /= onsets.size();
    if (rank == 0) break;
    --rank;
    word += codas[rank % codas.size()];
    rank /= codas.size();
  } while (rank-- > 0);
  return word;
}

void add_content_word(Random& random, std::string& out) {
  static const std::vector<std::string> frequent = [] {
    std::vector<std::string> words;
    for (std::uint32_t rank = 0; rank < (1u << 14); ++rank) words.push_back(word_of_rank(rank));
    return words;
  }();
  const std::uint32_t rank = zipf(random, zipf_octaves);
  if (rank < frequent.size())
    out += frequent[rank];
  else
    out += word_of_rank(rank);
}

void add_words(Random& random, std::uint32_t count, std::string& out) {
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) out += ' ';
    add_content_word(random, out);
  }
}

void add_heading(Random& random, std::string& out) {
  const std::size_t begin = out.size();
  add_words(random, 3 + random.below(6), out);
  capitalise(out, begin);
}

void add_sentence(Random& random, std::string& out) {
  const std::size_t begin = out.size();
  const std::uint32_t words = 8 + random.below(20);
  bool function = random.below(2) == 0;
  for (std::uint32_t i = 0; i < words; ++i) {
    if (i > 0) out += i + 2 < words && random.below(12) == 0 ? ", " : " ";
    if (function)
      out += function_words[std::min<std::uint32_t>(zipf(random, 6), function_words.size() - 1)];
    else
      add_content_word(random, out);
    function = function ? random.below(4) == 0 : random.below(5) < 3;
  }
  capitalise(out, begin);
  out += '.';
}

std::size_t page_bytes(Random& random) {
  // A bell curve of three dice around 0, in 1,024ths of an octave.
  const std::int64_t dice = std::int64_t{random.below(1024)} + random.below(1024) + random.below(1024) - 1536;
  const std::int64_t power = dice * 1024 / 575 + 3 * 1024;  // above 0
  const std::int64_t eighth = 30'000 / 8;
  return static_cast<std::size_t>(((eighth << (power / 1024)) * (1024 + power % 1024)) / 1024);
}

}  // namespace pith::bench
