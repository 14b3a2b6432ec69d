#include "core/dom/detail/parser_memory.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <cstring>
#include <random>
#include <utility>
#include <vector>

using namespace pith;

BOOST_AUTO_TEST_SUITE(parser_memory)

// Each piece is filled with a different byte: overlapping pieces would overwrite each other.
BOOST_AUTO_TEST_CASE(pieces_are_apart_and_aligned_whatever_is_taken_and_given_back) {
  struct Piece {
    unsigned char* at;
    std::size_t size;
    unsigned char fill;
  };
  for (unsigned seed = 0; seed < 20; ++seed) {
    std::mt19937 random(seed);
    ParserMemory memory;
    std::vector<Piece> pieces;
    const auto is_whole = [](const Piece& p) {
      for (std::size_t i = 0; i < p.size; ++i)
        if (p.at[i] != p.fill) return false;
      return true;
    };
    for (int step = 0; step < 4'000; ++step) {
      if (random() % 3 != 0 || pieces.empty()) {
        const std::size_t sizes[] = {0, 1, random() % 64, random() % 1200, 1015 + random() % 20, random() % 200'000};
        const std::size_t size = sizes[random() % (step % 50 == 0 ? 6 : 5)];
        auto* const at = static_cast<unsigned char*>(memory.take(size));
        BOOST_TEST_REQUIRE(reinterpret_cast<std::uintptr_t>(at) % alignof(void*) == 0u);
        pieces.push_back({at, size, static_cast<unsigned char>(random())});
        if (size) std::memset(at, pieces.back().fill, size);
      } else {
        std::swap(pieces[random() % pieces.size()], pieces.back());
        BOOST_TEST_REQUIRE(is_whole(pieces.back()));
        memory.give_back(pieces.back().at);
        pieces.pop_back();
      }
    }
    for (const Piece& piece : pieces) BOOST_TEST_REQUIRE(is_whole(piece));
    memory.give_back(nullptr);
  }
}

BOOST_AUTO_TEST_CASE(what_is_given_back_is_handed_out_again) {
  ParserMemory memory;
  for (const std::size_t size : {1u, 100u, 1000u}) {
    void* const first = memory.take(size);
    memory.give_back(first);
    BOOST_TEST(memory.take(size) == first);
  }
}

// Copied at each step, the 64 MB would take 500 GB of copies.
BOOST_AUTO_TEST_CASE(what_grows_in_small_steps_is_seldom_moved) {
  ParserMemory memory;
  void* at = memory.take(4096);
  int moves = 0;
  for (std::size_t size = 8192; size <= 64u << 20; size += 4096) {
    void* const grown = memory.take_more(at, size);
    moves += grown != at;
    at = grown;
  }
  BOOST_TEST(moves < 40);
}

BOOST_AUTO_TEST_SUITE_END()
