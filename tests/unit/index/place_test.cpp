#include "indexer_adapter/hits/detail/place.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/structures.h"

namespace {

using pith::index::Deadline;

std::optional<pith::index::Place> place_of(std::string_view structure, std::uint32_t code_point) {
  return pith::index::place_of(structure, code_point, Deadline(0));
}

std::size_t blocks_of(std::string_view structure, std::size_t end) {
  std::size_t blocks = 0;
  pith::index::visit_blocks(structure, end, Deadline(0), [&](const pith::StructureEntry&) { ++blocks; });
  return blocks;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(place)

const std::string structure = pith::test::packed(
    R"([{"role":"content","tag":"h1","path":"html/body/h1","region":"heading","level":1,"trail":[],"begin":0,"end":5},)"
    R"({"tag":"p","path":"html/body/p[2]","region":"paragraph","trail":["Title","A \"part\""],"begin":6,"end":9},)"
    R"({"role":"aside","tag":"p","path":"html/body/p[3]","region":"paragraph","words":9},)"
    R"({"role":"template","blocks":3,"words":12}])");

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
  constexpr std::size_t all = 1000;
  BOOST_TEST(blocks_of(structure, all) == 2u);  // of the content
  BOOST_TEST(blocks_of(structure, 6) == 1u);
  BOOST_TEST(blocks_of(structure, 0) == 0u);
  std::size_t before = 0;
  for (std::size_t cut = 0; cut <= structure.size(); ++cut) {
    const std::size_t blocks = blocks_of(structure.substr(0, cut), all);
    BOOST_TEST((blocks == before || blocks == before + 1), cut);
    before = blocks;
  }
  BOOST_TEST(before == 2u);
}

BOOST_AUTO_TEST_CASE(invalid_structures_have_no_places) {
  for (const std::string& bytes : {std::string(), std::string("["), std::string("[]"), std::string("\xff"),
                                   std::string("\x01"), std::string(R"([{"begin":0,"end":9}])")})
    BOOST_TEST(!place_of(bytes, 0).has_value(), bytes);
}

BOOST_AUTO_TEST_SUITE_END()
