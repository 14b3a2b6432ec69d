#include "crawler_adapter/cache/sibling_choice.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace pith::crawl;

namespace {

// Pages in order of URL, like those from the cache: http://h/p00 ..., with different bytes.
std::vector<SitePage> pages(int count) {
  std::vector<SitePage> out;
  for (int i = 0; i < count; ++i) {
    SitePage page;
    page.id = i + 1;
    page.url = "http://h/p" + std::to_string(100 + i);
    page.digest = "d" + std::to_string(i);
    out.push_back(page);
  }
  return out;
}

std::vector<std::uint64_t> links(const std::vector<SitePage>& pages, std::initializer_list<int> targets) {
  std::vector<std::uint64_t> out;
  for (const int target : targets) out.push_back(hash_url(pages[static_cast<std::size_t>(target)].url));
  return out;
}

using Choice = std::vector<std::size_t>;

}  // namespace

BOOST_AUTO_TEST_SUITE(sibling_choice)

BOOST_AUTO_TEST_CASE(links_are_taken_in_their_order) {
  const auto site = pages(20);
  const SiblingChooser chooser(site, Selection::metrics, 3, 1);
  BOOST_TEST(chooser.choose(5, links(site, {17, 2, 9, 11})) == (Choice{17, 2, 9}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_cannot_be_had_is_passed_over) {
  auto site = pages(20);
  site[2].digest = "";              // no body
  site[9].digest = site[5].digest;  // the key page's bytes
  site[11].digest = site[17].digest;
  site[3].digest = "";  // a redirect to a usable page
  site[3].redirect_to = site[12].url;
  site[4].digest = "";  // a redirect back to the key page
  site[4].redirect_to = site[5].url;
  site[6].digest = "";  // a redirect to itself through another page
  site[6].redirect_to = site[7].url;
  site[7].digest = "";
  site[7].redirect_to = site[6].url;
  const SiblingChooser chooser(site, Selection::metrics, 3, 1);
  auto ranked = links(site, {5, 17, 2, 9, 11, 4, 6, 3, 8});
  ranked.insert(ranked.begin(), hash_url("http://h/never-captured"));
  BOOST_TEST(chooser.choose(5, ranked) == (Choice{17, 12, 8}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(too_few_links_are_filled_up_with_neighbours) {
  const auto site = pages(20);
  const SiblingChooser chooser(site, Selection::metrics, 4, 1);
  BOOST_TEST(chooser.choose(5, links(site, {17})) == (Choice{17, 6, 4, 7}), boost::test_tools::per_element());
  BOOST_TEST(SiblingChooser(site, Selection::store, 4, 1).choose(0, links(site, {17})) == (Choice{1, 2, 3, 4}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(random_choice_is_the_same_for_the_same_seed) {
  const auto site = pages(50);
  const auto choose = [&](std::uint64_t seed, std::size_t key) {
    return SiblingChooser(site, Selection::random, 4, seed).choose(key, {});
  };
  BOOST_TEST(choose(1, 5) == choose(1, 5), boost::test_tools::per_element());
  BOOST_TEST((choose(1, 5) != choose(2, 5)));
  BOOST_TEST((choose(1, 5) != choose(1, 6)));
  const Choice chosen = choose(3, 5);
  BOOST_TEST(std::set(chosen.begin(), chosen.end()).size() == 4u);
  BOOST_TEST(!std::set(chosen.begin(), chosen.end()).contains(5));
}

BOOST_AUTO_TEST_CASE(small_sites) {
  const auto one = pages(1), two = pages(2);
  for (const Selection selection : {Selection::metrics, Selection::random, Selection::store}) {
    BOOST_TEST(SiblingChooser(one, selection, 4, 1).choose(0, {}).empty());
    BOOST_TEST(SiblingChooser(two, selection, 4, 1).choose(0, {}) == Choice{1}, boost::test_tools::per_element());
    BOOST_TEST(SiblingChooser(two, selection, 0, 1).choose(0, {}).empty());
  }
}

BOOST_AUTO_TEST_SUITE_END()
