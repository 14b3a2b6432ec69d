// Pages from the index, however large their authors made them.
#include "plugin/search/stored_view.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/structures.h"

using namespace pith;
using pipeline::stored_view;

namespace {

std::string repeated(const std::string& text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

index::StoredPage page_with(const std::string& field, const std::string& value) {
  index::StoredPage page = {{"url", "https://example.org/"},
                            {"title", "A \"title\""},
                            {"confidence", "0.5"},
                            {"content", "Words."},
                            {"html", "<p>Words.</p>"}};
  page[field] = value;
  return page;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(stored_views)

BOOST_AUTO_TEST_CASE(json_has_all_fields_and_the_structure_as_json) {
  const std::string structure =
      R"([{"role":"content","tag":"p","path":"p","region":"paragraph","trail":[],"begin":0,"end":6}])";
  const std::string packed = test::packed(structure);
  const auto page = nlohmann::json::parse(*stored_view(page_with("structure", packed), "json"));
  BOOST_TEST(page.size() == 6u);
  BOOST_TEST(page["title"] == "A \"title\"");
  BOOST_TEST(page["confidence"] == 0.5);
  BOOST_TEST(page["structure"] == nlohmann::json::parse(structure));
  for (const std::string& damaged : {structure, packed + "\xff", packed.substr(0, packed.size() - 1)})
    BOOST_TEST(nlohmann::json::parse(*stored_view(page_with("structure", damaged), "json"))["structure"].is_null());
}

BOOST_AUTO_TEST_CASE(a_view_over_the_bound_is_an_error) {
  for (const std::string_view format : pipeline::view_formats) {
    BOOST_TEST(stored_view(page_with("title", "t"), format, false, 1'000).ok());
    const auto none = stored_view(page_with("title", "t"), format, false, 3);
    BOOST_REQUIRE(!none);
    BOOST_TEST(none.error().code == "too_large");
    BOOST_TEST(none.error().message == "as " + std::string(format) + ", the page has more than 3 bytes");
  }
}

// Each line of Markdown repeats the marks of the quotations around it.
BOOST_AUTO_TEST_CASE(quotations_of_many_lines_end_at_the_bound) {
  const std::string quotes = repeated("<blockquote>", 20), lines = repeated("x\n", 500'000);
  for (const std::string& html : {quotes + "<pre>" + lines + "</pre>", quotes + repeated("<p>x</p>", 200'000)}) {
    BOOST_TEST(stored_view(page_with("html", html), "markdown").ok());
    const auto bounded = stored_view(page_with("html", html), "markdown", false, 4'000'000);
    BOOST_TEST(!bounded.ok());
  }
}

BOOST_AUTO_TEST_CASE(json_of_many_blocks_ends_at_the_bound) {
  std::string structure = R"([{"begin":0,"end":1})";
  structure += repeated(R"(,{"begin":1,"end":1})", 50'000) + "]";
  const index::StoredPage page = page_with("structure", test::packed(structure));
  BOOST_TEST(stored_view(page, "json")->size() > 4'000'000u);
  const auto bounded = stored_view(page, "json", false, 1'000'000);
  BOOST_REQUIRE(!bounded);
  BOOST_TEST(bounded.error().code == "too_large");
}

BOOST_AUTO_TEST_SUITE_END()
