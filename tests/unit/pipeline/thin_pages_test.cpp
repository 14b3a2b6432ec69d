#include "plugin/site/thin_pages.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <vector>

using namespace pith;

namespace {

crawl::SiteCounts site(const std::string& name, std::int64_t extracted, std::int64_t thin) {
  crawl::SiteCounts counts;
  counts.site = name;
  counts.main = extracted;
  counts.thin_pages = thin;
  counts.thin_page = "http://" + name + "/a";
  return counts;
}

using Lines = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(thin_pages)

BOOST_AUTO_TEST_CASE(sites_of_which_a_tenth_keeps_next_to_nothing) {
  const Lines lines =
      pipeline::thin_sites({site("shop.example", 1200, 240), site("blog.example", 100, 9), site("small.example", 6, 4),
                            site("half.example", 10, 5), site("", 1316, 258)});
  BOOST_TEST(
      lines == (Lines{"shop.example: 240 of 1,200 pages keep fewer than 20 of their words; look at one: pith explain "
                      "http://shop.example/a",
                      "half.example: 5 of 10 pages keep fewer than 20 of their words; look at one: pith explain "
                      "http://half.example/a"}),
      boost::test_tools::per_element());
  BOOST_TEST(pipeline::thin_sites({site("", 10, 10)}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
