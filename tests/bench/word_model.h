// Made-up text with the statistics of English: function words between content words whose frequencies follow Zipf's law
// over a quarter of a million words, so that an index of it grows like one of real pages.
//
// Integers only: the same seed gives the same text on every machine.
#pragma once

#include <cstdint>
#include <string>

namespace pith::bench {

// SplitMix64.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  Random(std::uint64_t seed, std::uint64_t stream) : state_(seed) { state_ = next() ^ (stream * 0xd1342543de82ef95); }

  std::uint64_t next();
  // 0 to n - 1; n from 1 to 2^32.
  std::uint32_t below(std::uint64_t n) { return static_cast<std::uint32_t>((next() >> 32) * n >> 32); }

 private:
  std::uint64_t state_;
};

// The content word of that rank; distinct ranks give distinct words.
std::string word_of_rank(std::uint32_t rank);

// Each appends to `out`.
void add_content_word(Random& random, std::string& out);
void add_words(Random& random, std::uint32_t count, std::string& out);  // content words, separated by spaces
void add_heading(Random& random, std::string& out);                     // 3 to 8 words, the first with a capital
void add_sentence(Random& random, std::string& out);                    // 8 to 27 words and a full stop

// Bytes of a page: half are over 30 kB, nine of ten between 11 and 83 kB, none over 200 kB.
std::size_t page_bytes(Random& random);

}  // namespace pith::bench
