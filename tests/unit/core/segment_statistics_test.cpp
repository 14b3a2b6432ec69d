#include "core/trees/segment_statistics.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <set>
#include <vector>

using namespace pith;

namespace {

using Page = std::vector<std::uint64_t>;

// All rows of up to three segments, of three kinds.
std::vector<Page> all_pages() {
  std::vector<Page> pages{{}};
  for (std::size_t i = 0; i < pages.size(); ++i)
    for (std::uint64_t segment = 0; segment < 3 && pages[i].size() < 3; ++segment) {
      Page longer = pages[i];
      longer.push_back(segment);
      pages.push_back(longer);
    }
  return pages;
}

SegmentStatistics of(const std::vector<Page>& pages) {
  SegmentStatistics site;
  for (const Page& page : pages) site.absorb(page);
  return site;
}

std::uint32_t naive_pages_with(const std::vector<Page>& pages, std::uint64_t segment) {
  return static_cast<std::uint32_t>(std::count_if(pages.begin(), pages.end(), [&](const Page& page) {
    return std::find(page.begin(), page.end(), segment) != page.end();
  }));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(segment_statistics)

BOOST_AUTO_TEST_CASE(counts_pages_not_occurrences_on_all_small_sites) {
  const auto pages = all_pages();
  for (const Page& a : pages)
    for (const Page& b : pages) {
      const SegmentStatistics site = of({a, b});
      BOOST_REQUIRE_EQUAL(site.pages(), 2u);
      for (std::uint64_t segment = 0; segment < 4; ++segment)
        BOOST_REQUIRE_EQUAL(site.pages_with(segment), naive_pages_with({a, b}, segment));
    }
}

BOOST_AUTO_TEST_CASE(forgetting_gives_the_state_from_before_on_all_small_sites) {
  const auto pages = all_pages();
  for (const Page& a : pages)
    for (const Page& b : pages) {
      SegmentStatistics site = of({a, b});
      site.forget(b);
      BOOST_REQUIRE(site == of({a}));
      site.forget(a);
      BOOST_REQUIRE(site == SegmentStatistics());
      site.absorb(b);
      BOOST_REQUIRE(site == of({b}));
    }
}

BOOST_AUTO_TEST_CASE(the_order_of_pages_does_not_matter) {
  const auto pages = all_pages();
  for (const Page& a : pages)
    for (const Page& b : pages) {
      BOOST_REQUIRE(of({a, b, pages[7]}) == of({pages[7], b, a}));
      SegmentStatistics site = of({a, b});
      site.forget(a);  // the first one added, not the last
      BOOST_REQUIRE(site == of({b}));
    }
}

BOOST_AUTO_TEST_CASE(sites_that_differ_are_not_equal) {
  BOOST_TEST(!(of({{1}}) == of({{2}})));
  BOOST_TEST(!(of({{1}, {1}}) == of({{1}})));
  BOOST_TEST(!(of({{1}, {}}) == of({{1}})));
}

BOOST_AUTO_TEST_SUITE_END()
