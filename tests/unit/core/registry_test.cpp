#include "core/extract/registry.h"

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace pith;

BOOST_AUTO_TEST_SUITE(registry)

BOOST_AUTO_TEST_CASE(every_extractor_is_described_and_can_be_made) {
  std::set<std::string_view> names;
  for (const ExtractorInfo& info : extractors()) {
    BOOST_TEST(names.insert(info.name).second, info.name << " stands twice");
    BOOST_TEST(!info.summary.empty());
    BOOST_TEST(!info.source.empty());
    BOOST_TEST(info.version >= 1);
    for (const ParameterInfo& parameter : info.parameters) {
      BOOST_TEST(!parameter.name.empty());
      BOOST_TEST(!parameter.meaning.empty(), info.name << "." << parameter.name);
    }
    const auto made = make_extractor(info.name);
    BOOST_REQUIRE(made.ok());
    BOOST_TEST(*made != nullptr);
  }
  BOOST_TEST(!names.empty());
}

BOOST_AUTO_TEST_CASE(defaults_are_completed) {
  const auto values = complete_parameters(*find_extractor("conex"), {{"n", 2L}});
  BOOST_REQUIRE(values.ok());
  BOOST_TEST(std::get<long>(values->find("n")->second) == 2);
  BOOST_TEST(std::get<long>(values->find("threshold")->second) == 0);
}

BOOST_AUTO_TEST_CASE(errors_name_parameter_value_and_expectation) {
  const ExtractorInfo& conex = *find_extractor("conex");
  const auto message = [&](const Parameters& given) {
    const auto result = complete_parameters(conex, given);
    return result ? std::string("no error") : result.error().message;
  };
  BOOST_TEST(message({{"treshold", 1L}}) == "conex has no parameter treshold; did you mean threshold?");
  BOOST_TEST(message({{"threshold", 65L}}) == "conex.threshold: expected a whole number from 0 to 64, got 65");
  BOOST_TEST(message({{"threshold", 0.5}}) == "conex.threshold: expected a whole number from 0 to 64, got 0.5");
  BOOST_TEST(message({{"equality", std::string("text")}}) ==
             "conex.equality: expected one of tag, tag+class, tag+attributes, got \"text\"");
}

BOOST_AUTO_TEST_CASE(nearest_names) {
  const std::vector<std::string_view> names = {"site", "title", "threshold"};
  BOOST_TEST(nearest_name("titel", names) == "title");
  BOOST_TEST(nearest_name("treshhold", names) == "threshold");
  BOOST_TEST(nearest_name("sites", names) == "site");
  BOOST_TEST(nearest_name("completely", names) == "");
  BOOST_TEST(nearest_name("", names) == "");
  BOOST_TEST(nearest_name("x", {}) == "");
}

BOOST_AUTO_TEST_CASE(an_unknown_extractor_gets_a_suggestion) {
  const auto made = make_extractor("conexx");
  BOOST_REQUIRE(!made.ok());
  BOOST_TEST(made.error().code == "unknown_extractor");
  BOOST_TEST(made.error().message == "there is no extractor conexx; did you mean conex?");
  BOOST_TEST(find_extractor("") == nullptr);
}

BOOST_AUTO_TEST_CASE(values_are_read_by_the_type_of_the_default) {
  const ParameterInfo whole{.name = "w", .meaning = "", .fallback = 1L},
      share{.name = "s", .meaning = "", .fallback = 0.5}, flag{.name = "f", .meaning = "", .fallback = true},
      text{.name = "t", .meaning = "", .fallback = std::string("x")};
  BOOST_TEST(std::get<long>(*parse_value(whole, "-3")) == -3);
  BOOST_TEST(std::get<double>(*parse_value(share, "2")) == 2.0);
  BOOST_TEST(std::get<bool>(*parse_value(flag, "false")) == false);
  BOOST_TEST(std::get<std::string>(*parse_value(text, "2")) == "2");
  for (const char* wrong : {"", "x", "1.5", "1 ", "99999999999999999999"})
    BOOST_TEST(!parse_value(whole, wrong), wrong);
  for (const char* wrong : {"", "x", "0,5", "1e999"}) BOOST_TEST(!parse_value(share, wrong), wrong);
  for (const char* wrong : {"", "yes", "1"}) BOOST_TEST(!parse_value(flag, wrong), wrong);
}

BOOST_AUTO_TEST_SUITE_END()
