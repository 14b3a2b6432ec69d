#include "core/extract/main_content/detail/site/unproven_losses.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/unit/main_content/made_site.h"

using namespace pith;

namespace {

struct Kept {
  std::vector<std::string> texts;
  float threshold = 0, confidence = 0;
};

// Of a headline and three jobs of three words each. `p`: of each of the four texts with the site; alone, it is .4, and
// the page chooses all of them.
Kept kept(const std::vector<float>& p, const std::vector<char>& chosen) {
  const test::MadeSite site(
      {"<body><h1>All our jobs</h1><ul><li>Baker for nights<li>Driver for days<li>Cook for lunch"});
  BOOST_TEST_REQUIRE(site.page.runs.size() == p.size());
  const std::vector<float> alone(p.size(), 0.4f);
  const Choice by_itself{.runs = {1, 1, 1, 1}, .threshold = 0.3f, .confidence = 0.6f};
  Choice choice{.runs = chosen, .threshold = 0.45f, .confidence = 0.9f};
  keep_unproven_losses(site.page, by_itself, alone, p, choice);
  return {site.texts(choice.runs), choice.threshold, choice.confidence};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(losses_without_proof)

BOOST_AUTO_TEST_CASE(stay_if_they_are_more_than_a_third_of_the_page) {
  const Kept most = kept({0.99f, 0.4f, 0.42f, 0.39f}, {1, 0, 0, 0});
  BOOST_TEST(
      most.texts == std::vector<std::string>({"All our jobs", "Baker for nights", "Driver for days", "Cook for lunch"}),
      boost::test_tools::per_element());
  BOOST_TEST(most.threshold == 0.3f);
  BOOST_TEST(most.confidence == 0.6f);
  const Kept few = kept({0.99f, 0.99f, 0.99f, 0.39f}, {1, 1, 1, 0});
  BOOST_TEST(few.texts.size() == 3u);
  BOOST_TEST(few.threshold == 0.45f);
  BOOST_TEST(few.confidence == 0.9f);
}

BOOST_AUTO_TEST_CASE(are_not_what_the_site_speaks_against) {
  BOOST_TEST(kept({0.99f, 0.1f, 0.2f, 0.1f}, {1, 0, 0, 0}).texts == std::vector<std::string>{"All our jobs"},
             boost::test_tools::per_element());
  BOOST_TEST(kept({0.99f, 0.4f, 0.4f, 0.1f}, {1, 0, 0, 0}).texts ==
                 std::vector<std::string>({"All our jobs", "Baker for nights", "Driver for days"}),
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
