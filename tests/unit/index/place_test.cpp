#include "indexer_adapter/hits/detail/place.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace {

std::optional<pith::index::Place> place_of(std::string_view structure, std::uint32_t code_point) {
  return pith::index::place_of(pith::index::read_blocks(structure, pith::index::Deadline(0)), code_point);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(place)

constexpr const char* structure =
    R"([{"role":"content","tag":"h1","path":"html/body/h1","region":"heading","level":1,"trail":[],"begin":0,"end":5},)"
    R"({"tag":"p","path":"html/body/p[2]","region":"paragraph","trail":["Title","A \"part\""],"begin":6,"end":9},)"
    R"({"role":"aside","tag":"p","path":"html/body/p[3]","region":"paragraph","words":9},)"
    R"({"role":"template","blocks":3,"words":12}])";

BOOST_AUTO_TEST_CASE(the_block_around_a_character) {
  for (const std::uint32_t in_heading : {0u, 4u}) {
    const auto found = place_of(structure, in_heading);
    BOOST_REQUIRE(found.has_value());
    BOOST_TEST(found->region == "heading");
    BOOST_TEST(found->path == "html/body/h1");
    BOOST_TEST(found->trail.empty());
  }
  const auto found = place_of(structure, 8);
  BOOST_REQUIRE(found.has_value());
  BOOST_TEST(found->begin == 6u);
  BOOST_TEST(found->end == 9u);
  BOOST_TEST(found->path == "html/body/p[2]");
  BOOST_TEST((found->trail == std::vector<std::string>{"Title", "A \"part\""}));
  for (const std::uint32_t in_none : {5u, 9u, 4'000'000'000u}) BOOST_TEST(!place_of(structure, in_none).has_value());
}

BOOST_AUTO_TEST_CASE(blocks_before_an_end_and_of_a_structure_that_is_cut) {
  const pith::index::Deadline never(0);
  BOOST_TEST(pith::index::read_blocks(structure, never).size() == 2u);  // of the content
  BOOST_TEST(pith::index::read_blocks(structure, never, 6).size() == 1u);
  BOOST_TEST(pith::index::read_blocks(structure, never, 0).empty());
  const std::string whole = structure;
  const std::size_t second = whole.find("},{") + 3, third = whole.find("},{", second) + 3;
  for (std::size_t cut = 0; cut < whole.size(); ++cut)
    BOOST_TEST(pith::index::read_blocks(whole.substr(0, cut), never).size() == (cut >= third    ? 2u
                                                                                : cut >= second ? 1u
                                                                                                : 0u),
               cut);
}

BOOST_AUTO_TEST_CASE(invalid_structures_have_no_places) {
  for (const char* text :
       {"", "[", "[]", "{}", "null", "7", "[7]", "[null]", "[[{\"begin\":0,\"end\":9}]]", "{\"begin\":0,\"end\":9}",
        "[{\"a\":{\"begin\":0,\"end\":9}}]", "[{\"begin\":-1,\"end\":\"9\"}]", "[{\"begin\":0", "\xff"})
    BOOST_TEST(!place_of(text, 0).has_value(), text);
}

BOOST_AUTO_TEST_SUITE_END()
