// Pages from the index, however large their authors made them.
#include "plugin/search/stored_view.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

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
  const std::string structure = R"([{"role":"content","tag":"p","begin":0,"end":6}])";
  const auto page = nlohmann::json::parse(*stored_view(page_with("structure", structure), "json"));
  BOOST_TEST(page.size() == 6u);
  BOOST_TEST(page["title"] == "A \"title\"");
  BOOST_TEST(page["confidence"] == 0.5);
  BOOST_TEST(page["structure"] == nlohmann::json::parse(structure));
  for (const std::string& damaged :
       {std::string("[{"), std::string("[1] 2"), std::string(70, '[') + std::string(70, ']')})
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

BOOST_AUTO_TEST_CASE(json_of_many_blocks_is_little_more_than_what_is_stored) {
  std::string structure = R"([{"role":"content","trail":["a","b"],"begin":0,"end":1})";
  structure += repeated(R"(,{"role":"content","trail":["a","b"],"begin":0,"end":1})", 10'000) + "]";
  BOOST_TEST(stored_view(page_with("structure", structure), "json")->size() < structure.size() + 1'000);
}

BOOST_AUTO_TEST_SUITE_END()
