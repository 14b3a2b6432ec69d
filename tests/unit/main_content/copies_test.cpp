#include "core/extract/site/copies.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

using namespace pith;

namespace {

using Texts = std::vector<std::uint64_t>;

std::vector<char> copies(const std::vector<Texts>& pages) {
  return copies_of_earlier(std::vector<std::span<const std::uint64_t>>(pages.begin(), pages.end()));
}

// By the definition: every pair of pages, every text.
std::vector<char> naive_copies(const std::vector<Texts>& pages) {
  const auto has = [](const Texts& page, std::uint64_t text) { return std::ranges::count(page, text) > 0; };
  const auto rare_of = [&](const Texts& page) {
    Texts rare;
    for (const std::uint64_t text : page) {
      const auto having =
          static_cast<std::size_t>(std::ranges::count_if(pages, [&](const Texts& other) { return has(other, text); }));
      if (having <= 3 || 10 * having <= pages.size()) rare.push_back(text);
    }
    return rare;
  };
  std::vector<char> out(pages.size());
  for (std::size_t page = 0; page < pages.size(); ++page)
    for (std::size_t other = 0; other < page; ++other) {
      if (out[other]) continue;
      const Texts rare = rare_of(pages[page]), rare_there = rare_of(pages[other]);
      const auto shared = static_cast<std::size_t>(
          std::ranges::count_if(rare, [&](std::uint64_t text) { return has(rare_there, text); }));
      if (shared >= 2 && (2 * shared > rare.size() || 2 * shared > rare_there.size())) out[page] = true;
    }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(copies_in_a_site)

BOOST_AUTO_TEST_CASE(pages_of_a_shop_with_the_same_conditions_are_no_copies) {
  std::vector<Texts> pages;
  for (std::uint64_t product = 0; product < 20; ++product) pages.push_back({1, 2, 3, 100 + product});
  BOOST_TEST(copies(pages) == std::vector<char>(20), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_reprint_is_a_copy_of_the_earlier_page) {
  const std::vector<Texts> pages = {{1, 10, 11, 12}, {1, 20, 21, 22}, {1, 10, 11, 30}, {1, 40}, {1, 41}};
  BOOST_TEST(copies(pages) == (std::vector<char>{0, 0, 1, 0, 0}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(one_shared_text_makes_no_copy) {
  BOOST_TEST(copies({{1}, {1}}) == (std::vector<char>{0, 0}), boost::test_tools::per_element());
  BOOST_TEST(copies({}).empty());
}

BOOST_AUTO_TEST_CASE(as_by_the_definition) {
  std::mt19937 random(7);
  for (int round = 0; round < 3'000; ++round) {
    std::vector<Texts> pages(random() % 8);
    for (Texts& page : pages) {
      for (std::size_t i = random() % 6; i > 0; --i) page.push_back(random() % 10);
      std::ranges::sort(page);
      page.erase(std::unique(page.begin(), page.end()), page.end());
    }
    BOOST_TEST(copies(pages) == naive_copies(pages), boost::test_tools::per_element());
  }
}

BOOST_AUTO_TEST_SUITE_END()
