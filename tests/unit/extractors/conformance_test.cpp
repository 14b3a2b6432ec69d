// What every extractor must satisfy: it has a description, is a pure function, returns nodes of the page, and copes
// with any page.
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <variant>
#include <vector>

#include "core/extract/registry.h"
#include "core/render/blocks.h"
#include "tests/support/odd_pages.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

std::string article(int number, int paragraphs) {
  std::string page =
      "<!DOCTYPE html><html><head><title>Site</title></head><body>\n<nav><ul><li><a href=/>Home</a></li>\n"
      "<li><a href=/news>News</a></li>\n<li><a href=/about>About us</a></li></ul></nav>\n<div id=main><h1>Story "
      "number " +
      std::to_string(number) + "</h1>\n";
  for (int i = 0; i < paragraphs; ++i)
    page += "<p>Paragraph " + std::to_string(i) + " of story " + std::to_string(number * 7 + i) +
            " tells at some length what happened, and to whom, on that day, and why it matters to all.</p>\n";
  return page +
         "</div>\n<div id=footer><p>Copyright by the publisher.</p><a href=/imprint>Imprint</a></div></body></html>";
}

NodeSet run(const ExtractorInfo& info, const Document& page, const std::vector<const Document*>& siblings) {
  return (*make_extractor(info.name))->extract({page, siblings}).content;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(every_extractor)

BOOST_AUTO_TEST_CASE(describes_itself) {
  std::set<std::string_view> names;
  for (const ExtractorInfo& info : extractors()) {
    BOOST_TEST_CONTEXT("extractor " << info.name) {
      BOOST_TEST(names.insert(info.name).second, "the name is taken");
      BOOST_TEST(info.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string_view::npos);
      BOOST_TEST(info.version >= 1);
      BOOST_TEST(info.summary.size() > 20u);
      BOOST_TEST(info.summary.size() <= 110u);
      BOOST_TEST(info.source.size() > 20u, "paper and section");
      std::set<std::string_view> parameters;
      for (const ParameterInfo& parameter : info.parameters) {
        BOOST_TEST_CONTEXT("parameter " << parameter.name) {
          BOOST_TEST(parameters.insert(parameter.name).second);
          BOOST_TEST(parameter.meaning.size() > 10u);
          if (std::holds_alternative<std::string>(parameter.fallback)) BOOST_TEST(!parameter.choices.empty());
          if (std::holds_alternative<long>(parameter.fallback) || std::holds_alternative<double>(parameter.fallback))
            BOOST_TEST(parameter.minimum < parameter.maximum, "a range");
        }
      }
      BOOST_TEST(complete_parameters(info, {}).ok(), "the defaults are valid");
    }
  }
}

BOOST_AUTO_TEST_CASE(accepts_the_ends_of_its_parameters_ranges) {
  const Document page = test::html(article(1, 6)), a = test::html(article(2, 3)), b = test::html(article(3, 2));
  for (const ExtractorInfo& info : extractors()) {
    for (const ParameterInfo& parameter : info.parameters) {
      std::vector<ParameterValue> values;
      if (std::holds_alternative<bool>(parameter.fallback))
        values = {true, false};
      else if (std::holds_alternative<long>(parameter.fallback))
        values = {static_cast<long>(parameter.minimum), static_cast<long>(parameter.maximum)};
      else if (std::holds_alternative<double>(parameter.fallback))
        values = {parameter.minimum, parameter.maximum};
      else
        for (const std::string_view choice : parameter.choices) values.emplace_back(std::string(choice));
      for (const ParameterValue& value : values) {
        const auto extractor = make_extractor(info.name, {{std::string(parameter.name), value}});
        BOOST_TEST_REQUIRE(extractor.ok(), info.name << "." << parameter.name);
        const Document* siblings[] = {&a, &b};
        BOOST_TEST((*extractor)->extract({page, siblings}).content.universe() == page.size());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(finds_the_paragraphs_of_a_plain_article) {
  const Document page = test::html(article(1, 6)), a = test::html(article(2, 3)), b = test::html(article(3, 2));
  for (const ExtractorInfo& info : extractors()) {
    if (info.name == "menus") continue;  // finds the opposite, see its cases
    const std::string text = read_blocks(page, run(info, page, {&a, &b})).text;
    BOOST_TEST_CONTEXT("extractor " << info.name << ": " << text) {
      // The script-dependent extractors look for other alphabets, and find nothing in English.
      if (info.name == "dana" || info.name == "r2l") continue;
      BOOST_TEST(text.find("Paragraph 3 of story") != std::string::npos);
    }
  }
}

BOOST_AUTO_TEST_CASE(copes_with_any_page_and_any_siblings) {
  const Document plain = test::html(article(1, 6));
  for (const auto& [title, source] : test::odd_pages()) {
    const Document page = test::html(source), copy = test::html(source);
    for (const ExtractorInfo& info : extractors()) {
      BOOST_TEST_CONTEXT("extractor " << info.name << ", page: " << title) {
        for (const auto& siblings :
             std::vector<std::vector<const Document*>>{{}, {&copy}, {&plain, &copy}, {&plain, &plain}}) {
          const NodeSet content = run(info, page, siblings);
          BOOST_TEST(content.universe() == page.size());
          BOOST_TEST(content.count() <= page.size());
        }
        BOOST_TEST(run(info, plain, {&page}).universe() == plain.size());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(looks_at_siblings_only_if_it_says_so) {
  // Only siblings can distinguish this paragraph from the story.
  const std::string shared =
      "<p>Every story on these pages was checked by two editors, and corrections are printed on the day "
      "after.</p>\n</div>";
  const auto with_shared = [&](int number, int paragraphs) {
    std::string source = article(number, paragraphs);
    return test::html(source.replace(source.find("</div>\n<div id=footer>"), 6, shared));
  };
  const Document page = with_shared(1, 6), a = with_shared(2, 3), b = with_shared(3, 4), c = with_shared(4, 5);
  for (const ExtractorInfo& info : extractors()) {
    const NodeSet alone = run(info, page, {}), together = run(info, page, {&a, &b, &c});
    if (info.site_level)
      BOOST_TEST(!(alone == together), info.name << " says that it is site-level");
    else
      BOOST_TEST((alone == together), info.name << " says that it is not site-level");
  }
}

BOOST_AUTO_TEST_CASE(is_a_pure_function_on_all_threads) {
  const Document page = test::html(article(1, 6)), a = test::html(article(2, 3)), b = test::html(article(3, 2));
  const Document* siblings[] = {&a, &b};
  for (const ExtractorInfo& info : extractors()) {
    const auto extractor = make_extractor(info.name);
    const NodeSet first = (*extractor)->extract({page, siblings}).content;
    std::vector<NodeSet> results(4, NodeSet(page));
    std::vector<std::thread> threads;
    for (NodeSet& result : results)
      threads.emplace_back([&] {
        for (int i = 0; i < 3; ++i) result = (*extractor)->extract({page, siblings}).content;
      });
    for (std::thread& thread : threads) thread.join();
    for (const NodeSet& result : results) BOOST_TEST((result == first), info.name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
