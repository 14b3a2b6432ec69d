#include "indexer_adapter/detail/template_line.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "indexer_adapter/detail/fragment.h"
#include "indexer_adapter/detail/sections.h"
#include "pages.h"

namespace pith::index {
namespace {

const Deadline never(0);

std::string answer(std::wstring_view text, const std::vector<std::wstring>& words) {
  std::vector<SnippetPattern> patterns;
  for (const std::wstring& word : words) patterns.push_back({{{word}, {}, {}}});
  return marked(answering_line(text, patterns, nullptr, never));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(template_lines)

BOOST_AUTO_TEST_CASE(a_label_brings_its_value) {
  BOOST_TEST(answer(L"Home\nOrganisation number: 212000-1157\nNews", {L"organisation", L"number"}) ==
             "[Organisation] [number]: 212000-1157");
  BOOST_TEST(answer(L"Home\nPhone\n042-10 50 00\nNews", {L"phone"}) == "[Phone] 042-10 50 00");
  BOOST_TEST(answer(L"Contact\nEmail: info@example.org", {L"contact", L"email"}) ==
             "[Contact] [Email]: info@example.org");
}

BOOST_AUTO_TEST_CASE(a_menu_answers_nothing) {
  BOOST_TEST(answer(L"Home\nPhone\nNews", {L"phone"}) == "");
  BOOST_TEST(answer(L"Contact\nNews", {L"contact", L"news"}) == "");
  BOOST_TEST(answer(L"Phone: 1", {L"phone", L"opening"}) == "");
  BOOST_TEST(answer(L"", {L"phone"}) == "");
  BOOST_TEST(answer(L"Phone: 1", {}) == "");
}

BOOST_AUTO_TEST_CASE(fragments_are_escaped) {
  BOOST_TEST(anchor_fragment("os.path.join") == "#os.path.join");
  BOOST_TEST(anchor_fragment("a b%\"<~ä") == "#a%20b%25%22%3C%7E%C3%A4");
  BOOST_TEST(text_fragment("", L"Well-known, and & so\non") == "#:~:text=Well%2Dknown%2C%20and%20%26%20so");
  BOOST_TEST(text_fragment("top", L"a b c d e f g h i") == "#top:~:text=a%20b%20c%20d%20e%20f%20g%20h");
}

BOOST_AUTO_TEST_CASE(the_section_with_the_words_answers) {
  const std::string structure =
      R"([{"role":"content","tag":"h1","region":"heading","level":1,"begin":0,"end":6},)"
      R"({"role":"content","tag":"h2","region":"heading","level":2,"begin":7,"end":12,"anchor":"hours"},)"
      R"({"role":"content","tag":"p","region":"paragraph","begin":13,"end":22},)"
      R"({"role":"content","tag":"h2","region":"heading","level":2,"begin":23,"end":28},)"
      R"({"role":"content","tag":"p","region":"paragraph","begin":29,"end":34}])";
  const std::wstring content = L"Museum\nHours\nNine-five\nPrice\nCheap";
  const std::vector<double> weights = {1};
  const auto part = [&](const PatternMatch& match) {
    return answering_part({content, structure, {&match, 1}, {}}, weights, never);
  };
  BOOST_TEST(part({13, 17, 0}).fragment == "#hours");
  BOOST_TEST(part({29, 34, 0}).fragment == "#:~:text=Price");
  BOOST_TEST(part({0, 6, 0}).fragment == "");
  BOOST_TEST(part({29, 34, 0}).together);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
