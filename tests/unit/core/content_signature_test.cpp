#include "core/extract/content_signature.h"

#include <algorithm>
#include <array>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "core/text/words.h"

using namespace pith;

namespace {

// A text of `count` words from a vocabulary of this size.
std::vector<std::string> random_words(std::mt19937& random, std::size_t count, int vocabulary = 500) {
  std::vector<std::string> words;
  while (words.size() < count)
    words.push_back("w" + std::to_string(std::uniform_int_distribution<int>(0, vocabulary - 1)(random)));
  return words;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + " ";
  return text;
}

ExtractedPage page(const std::string& text, const std::string& title = "T") {
  ExtractedPage out;
  out.status = Status::main;
  out.metadata.title = title;
  out.blocks.text = text;
  out.content_words = static_cast<std::uint32_t>(count_words(text));
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(content_signature)

BOOST_AUTO_TEST_CASE(small_edits_of_a_long_text_keep_the_simhash_near) {
  std::mt19937 random(1);
  int near = 0;
  for (int text = 0; text < 200; ++text) {
    auto words = random_words(random, 1000);
    const std::uint64_t before = simhash_of(joined(words));
    words[std::uniform_int_distribution<std::size_t>(0, words.size() - 1)(random)] = "edited";
    words.insert(words.end(), {"printed", "today"});
    if (distance(before, simhash_of(joined(words))) <= near_distance) ++near;
  }
  BOOST_TEST(near >= 160);
}

BOOST_AUTO_TEST_CASE(pages_under_different_titles_are_far_apart) {
  std::mt19937 random(5);
  for (int text = 0; text < 200; ++text) {
    const std::string words = joined(random_words(random, 300));
    const auto simhash = [&](const std::string& title) { return titled_simhash(page(words, title)); };
    BOOST_TEST(distance(simhash("Screw M3"), simhash("Screw M4")) > near_distance);
    BOOST_TEST(distance(simhash("Screw M3"), simhash("screw, m3")) == 0);
    BOOST_TEST(distance(simhash(""), simhash("Screw")) > near_distance);
  }
  BOOST_TEST(titled_simhash(page("too few words", "Screw")) == 0u);
}

BOOST_AUTO_TEST_CASE(different_texts_of_the_same_words_are_far_apart) {
  std::mt19937 random(2);
  for (int text = 0; text < 500; ++text) {
    auto words = random_words(random, 200, 50);
    const std::uint64_t before = simhash_of(joined(words));
    std::shuffle(words.begin(), words.end(), random);
    BOOST_TEST(distance(before, simhash_of(joined(words))) > near_distance);
    BOOST_TEST(distance(before, simhash_of(joined(random_words(random, 200, 50)))) > near_distance);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_word_does_not_matter_to_the_simhash) {
  BOOST_TEST(simhash_of("One two, three - four.") == simhash_of("one TWO three\nfour"));
  BOOST_TEST(simhash_of("one two three four") != simhash_of("four three two one"));
  BOOST_TEST(simhash_of("") == 0u);
  BOOST_TEST(simhash_of("one two") == 0u);
  BOOST_TEST(simhash_of("one two three") != 0u);
}

// Charikar's definition: each bit is the one that most of the distinct shingles have there.
BOOST_AUTO_TEST_CASE(a_repeated_shingle_counts_once) {
  std::mt19937 random(3);
  for (int text = 0; text < 100; ++text) {
    const std::string some = joined(random_words(random, 60));
    BOOST_TEST(simhash_of(some + "n a n a n a") == simhash_of(some + "n a n a n a n a n a n a n a n a n a"));
  }
}

BOOST_AUTO_TEST_CASE(near_duplicates_are_within_both_bounds) {
  const ContentSignature a{.digest = "a", .simhash = 0b1000, .words = 100};
  const auto like = [&](const std::string& digest, std::uint64_t simhash, std::int64_t words) {
    const ContentSignature b{digest, simhash, words};
    BOOST_TEST(are_duplicates(a, b) == are_duplicates(b, a));
    return are_duplicates(a, b);
  };
  BOOST_TEST(like("b", 0b1000, 100));
  BOOST_TEST(like("b", 0b1111, 100));
  BOOST_TEST(!like("b", 0b0111, 100));
  BOOST_TEST(like("b", 0b1000, 90));
  BOOST_TEST(!like("b", 0b1000, 89));
  BOOST_TEST(like("b", 0b1000, 111));
  BOOST_TEST(!like("b", 0b1000, 112));
  BOOST_TEST(like("a", 0, 1));  // the same text, whatever the other values
  BOOST_TEST(!are_duplicates({"", 1, 100}, {"", 1, 100}));
  BOOST_TEST(!are_duplicates({"a", 0, 100}, {"b", 1, 100}));
  BOOST_TEST(!are_duplicates({"a", 0, 100}, {"b", 0, 100}));
  BOOST_TEST(are_duplicates({"a", 0, 100, {}, "x"}, {"b", 0, 200, {}, "x"}));
  BOOST_TEST(!are_duplicates({"a", 0, 100, {}, "x"}, {"b", 0, 200, {}, "y"}));
  BOOST_TEST(!are_duplicates({"", 0, 0, {}, "x"}, {"", 0, 0, {}, "x"}));
}

// Random texts with more and more edits: what is near by SimHash is never far by the keyed one.
BOOST_AUTO_TEST_CASE(near_duplicates_are_near_with_any_key) {
  std::mt19937_64 random(5);
  std::mt19937 words_random(5);
  int near = 0;
  for (int text = 0; text < 3000; ++text) {
    auto words = random_words(words_random, 30u << text % 6);
    const std::string before = joined(words);
    for (int edits = 1 + text % 7; edits > 0; --edits) words[random() % words.size()] = "edited";
    const std::uint64_t key = random();
    if (distance(simhash_of(before), simhash_of(joined(words))) > near_distance) continue;
    ++near;
    BOOST_TEST(distance(keyed_simhash_of(before, key), keyed_simhash_of(joined(words), key)) <= keyed_distance);
  }
  BOOST_TEST(near > 500);
}

// Words chosen so that their SimHash equals that of an unrelated text.
BOOST_AUTO_TEST_CASE(a_forged_simhash_is_no_duplicate) {
  std::mt19937_64 random(6);
  std::mt19937 words_random(6);
  const std::string text = joined(random_words(words_random, 130));
  const std::uint64_t target = simhash_of(text);
  std::vector<std::string> forged;
  std::string all;
  std::array<int, 64> votes{};
  for (int added = 0; added < 130; ++added) {
    double best = -1e9;
    std::string chosen;
    std::uint64_t chosen_hash = 0;
    for (int candidate = 0; candidate < 60; ++candidate) {
      const std::string word = "v" + std::to_string(random() % 100'000);
      // The SimHash of a single shingle is its hash.
      const std::uint64_t hash =
          added < 2 ? 0 : simhash_of(forged[forged.size() - 2] + " " + forged.back() + " " + word);
      double score = 0;
      for (std::size_t bit = 0; bit < 64; ++bit)
        score += ((hash ^ target) >> bit & 1 ? -1 : 1) * (votes[bit] < 3 ? 3 : votes[bit] < 8 ? 1 : .2);
      if (score <= best) continue;
      best = score;
      chosen = word;
      chosen_hash = hash;
    }
    forged.push_back(chosen);
    for (std::size_t bit = 0; added >= 2 && bit < 64; ++bit) votes[bit] += (chosen_hash ^ target) >> bit & 1 ? -1 : 1;
  }
  all = joined(forged);
  BOOST_REQUIRE(distance(simhash_of(all), target) <= near_distance);
  for (const std::uint64_t key : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{random()}}) {
    const ContentSignature a{"a", target, 130, keyed_simhash_of(text, key)};
    const ContentSignature b{"b", simhash_of(all), 130, keyed_simhash_of(all, key)};
    BOOST_TEST(!are_duplicates(a, b));
  }
}

// Less than two thirds in common, whatever the SimHash says.
BOOST_AUTO_TEST_CASE(half_of_the_text_is_far_with_any_key) {
  std::mt19937 random(7);
  for (std::uint64_t key = 0; key < 200; ++key) {
    const auto half = random_words(random, 300);
    const std::string a = joined(half) + joined(random_words(random, 300));
    const std::string b = joined(half) + joined(random_words(random, 300));
    BOOST_TEST(distance(keyed_simhash_of(a, key), keyed_simhash_of(b, key)) > keyed_distance);
  }
}

BOOST_AUTO_TEST_CASE(what_exact_duplicates_have_in_common) {
  std::mt19937 random(4);
  const std::string text = joined(random_words(random, 30));
  BOOST_TEST(comparable_text(page(text + "\n\n  a")) == comparable_text(page(text + " a", "Another title")));
  BOOST_TEST(comparable_text(page(text + "C++")) != comparable_text(page(text + "C#")));
  BOOST_TEST(comparable_text(page("Click to enlarge", "A")) != comparable_text(page("Click to enlarge", "B")));
  BOOST_TEST(comparable_text(page("Click to enlarge", "A")) == comparable_text(page("Click  to\nenlarge", "A")));
  BOOST_TEST(comparable_text(page("… — …", "A")).empty());
  ExtractedPage whole = page(text, "A"), other = page(text, "B");
  BOOST_TEST(!is_vague(whole));
  whole.status = other.status = Status::whole;
  BOOST_TEST(is_vague(whole));
  BOOST_TEST(comparable_text(whole) != comparable_text(other));
  BOOST_TEST(is_vague(page(joined(random_words(random, 29)))));
  BOOST_TEST(!is_vague(page(joined(random_words(random, 30)))));
}

BOOST_AUTO_TEST_SUITE_END()
