#include "indexer_adapter/hits/detail/template_line.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/documents/fragment.h"
#include "indexer_adapter/hits/detail/sections.h"
#include "pages.h"
#include "tests/support/structures.h"

namespace pith::index {
namespace {

const Deadline never(0);

// Two sites. "boat" and "tickets" are in different sections of one page, "boat" and "harbour" in one.
struct TwoSites {
  TwoSites() {
    NamedPage museum{record_of("museum"), page_of("", "en", "Maritime museum")};
    const auto add = [&](const char* heading, const char* text) {
      add_block(museum.page, Region::heading, heading);
      add_block(museum.page, Region::paragraph, text);
      for (std::size_t i = museum.page.blocks.blocks.size() - 2; i < museum.page.blocks.blocks.size(); ++i) {
        const Block& block = museum.page.blocks.blocks[i];
        museum.page.structure += (i == 0 ? "[" : ",") + std::string(R"({"role":"content","region":")") +
                                 std::string(name_of(block.region)) + R"(","level":)" + std::to_string(block.level) +
                                 ",\"begin\":" + std::to_string(block.begin_chars) +
                                 ",\"end\":" + std::to_string(block.end_chars) + "}";
      }
    };
    add("Maritime museum", "It stands by the river.");
    add("Collection", "A boat from the harbour.");
    add("Visits", "Tickets are sold at the door.");
    museum.page.structure = test::packed(museum.page.structure + "]");
    index_of(directory.path(), {museum, {record_of("ferry", "other.example"), page_of("The ferry leaves at noon.")}});
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    BOOST_REQUIRE(!writer->put_template("example.org",
                                        "Home\nNews\nPhone\n042-10 50 00\nBoat tickets: 5 euro\nBoat harbour: pier 4\n"
                                        "Maritime museum: 7 Quay"));
    BOOST_REQUIRE(!writer->put_template("other.example", "Home\nPhone: 031-77 <b>"));
    BOOST_REQUIRE(!writer->close());
    searcher.emplace(std::move(*Searcher::open(directory.path(), as_written)));
  }

  // "site: line"
  std::string line(const Query& query) const {
    const auto hits = searcher->search(query);
    BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
    return hits->template_line ? hits->template_line->site + ": " + marked(hits->template_line->line) : "";
  }

  const IndexDirectory directory;
  std::optional<Searcher> searcher;
};

std::string answer(std::wstring_view text, const std::vector<std::wstring>& words) {
  std::vector<SnippetPattern> patterns;
  for (const std::wstring& word : words) patterns.push_back({{{{word}, {}, {}}}});
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

// A number that somebody has, and does not know whose it is.
BOOST_AUTO_TEST_CASE(a_telephone_number_answers_itself) {
  BOOST_TEST(answer(L"Home\nTel. 0351 44 55 66\nNews", {L"0351", L"44", L"55", L"66"}) == "Tel. [0351] [44] [55] [66]");
  BOOST_TEST(answer(L"Home\n03514455\nNews", {L"03514455"}) == "[03514455]");
  BOOST_TEST(answer(L"Home\n2024\nNews", {L"2024"}) == "", "a year in a menu");
}

BOOST_AUTO_TEST_CASE(a_menu_answers_nothing) {
  BOOST_TEST(answer(L"Home\nPhone\nNews", {L"phone"}) == "");
  BOOST_TEST(answer(L"Contact\nNews", {L"contact", L"news"}) == "");
  BOOST_TEST(answer(L"Phone: 1", {L"phone", L"opening"}) == "");
  BOOST_TEST(answer(L"", {L"phone"}) == "");
  BOOST_TEST(answer(L"Phone: 1", {}) == "");
}

BOOST_AUTO_TEST_CASE(a_search_shows_the_line_that_no_hit_has) {
  const TwoSites sites;
  BOOST_TEST(sites.line({.text = "phone", .site = "example.org"}) == "example.org: [Phone] 042-10 50 00");
  BOOST_TEST(sites.line({.text = "phone", .site = "other.example"}) == "other.example: [Phone]: 031-77 <b>");
  const std::string either = sites.line({.text = "phone"});
  BOOST_TEST((either == "example.org: [Phone] 042-10 50 00" || either == "other.example: [Phone]: 031-77 <b>"), either);
  // The hit has both words, but in different sections.
  BOOST_TEST((found(*sites.searcher, "boat tickets") == std::vector<std::string>{"museum"}));
  BOOST_TEST(sites.line({.text = "boat tickets"}) == "example.org: [Boat] [tickets]: 5 euro");
  BOOST_TEST(sites.line({.text = "\"boat tickets\""}) == "example.org: [Boat tickets]: 5 euro");
}

BOOST_AUTO_TEST_CASE(a_hit_that_lacks_a_word_does_not_answer) {
  const TwoSites sites;
  const auto forgiving = Searcher::open(sites.directory.path(), {});
  BOOST_REQUIRE(forgiving.ok());
  // No page has "quay". The museum has the other word in its title.
  const auto hits = forgiving->search({.text = "museum quay"});
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  BOOST_TEST(hits->total == 1u);
  BOOST_TEST(hits->complete == 0u);
  BOOST_REQUIRE(hits->template_line);
  BOOST_TEST(marked(hits->template_line->line) == "Maritime [museum]: 7 [Quay]");
}

BOOST_AUTO_TEST_CASE(a_search_shows_no_line_if_a_hit_answers) {
  const TwoSites sites;
  BOOST_TEST(sites.line({.text = "boat harbour"}) == "");
  BOOST_TEST(sites.line({.text = "maritime museum"}) == "");
  BOOST_TEST(sites.line({.text = "news"}) == "");  // a menu is no answer
  BOOST_TEST(sites.line({.text = "phone ferry"}) == "");
  BOOST_TEST(sites.line({.text = "phone", .site = "unknown.example"}) == "");
}

BOOST_AUTO_TEST_CASE(only_a_query_of_words_asks_a_template) {
  const TwoSites sites;
  const std::string site = "example.org";
  BOOST_TEST(sites.line({.text = "phone", .site = site}) != "");
  BOOST_TEST(sites.line({.text = "phone", .site = site, .offset = 1}) == "");
  BOOST_TEST(sites.line({.text = "phone", .site = site, .lang = "en"}) == "");
  BOOST_TEST(sites.line({.text = "phone", .site = site, .after = "2024"}) == "");
  BOOST_TEST(sites.line({.text = "phone", .site = site, .field = "title"}) == "");
  BOOST_TEST(sites.line({.text = "phone", .site = site, .templates = true}) == "");
  for (const char* text : {"content:phone", "phone -museum", "phone OR museum", "phon*", ""})
    BOOST_TEST(sites.line({.text = text, .site = site}) == "", text);
}

BOOST_AUTO_TEST_CASE(fragments_are_escaped) {
  BOOST_TEST(anchor_fragment("os.path.join") == "#os.path.join");
  BOOST_TEST(anchor_fragment("a b%\"<~ä") == "#a%20b%25%22%3C%7E%C3%A4");
  BOOST_TEST(text_fragment("", L"Well-known, and & so\non") == "#:~:text=Well%2Dknown%2C%20and%20%26%20so");
  BOOST_TEST(text_fragment("top", L"a b c d e f g h i") == "#top:~:text=a%20b%20c%20d%20e%20f%20g%20h");
  BOOST_TEST(text_fragment("", L"***\nso on") == "");
  BOOST_TEST(text_fragment("top", L"***") == "#top");
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
    return answering_part({content, test::packed(structure), {&match, 1}, {}}, weights, never);
  };
  BOOST_TEST(part({13, 17, 0}).fragment == "#hours");
  BOOST_TEST(part({29, 34, 0}).fragment == "#:~:text=Price");
  BOOST_TEST(part({0, 6, 0}).fragment == "");
  BOOST_TEST(part({29, 34, 0}).together);
}

BOOST_AUTO_TEST_CASE(a_long_heading_is_cut_with_a_mark) {
  const auto part_under = [](const std::wstring& heading) {
    const auto end = [&](std::size_t more) { return std::to_string(heading.size() + more); };
    // "x" is below the first heading, and below `heading`.
    const std::wstring content = L"Museum\nOne\nx\n" + heading + L"\nx";
    const std::string structure =
        R"([{"role":"content","tag":"h1","region":"heading","level":1,"begin":0,"end":6},)"
        R"({"role":"content","tag":"h2","region":"heading","level":2,"begin":7,"end":10,"anchor":"one"},)"
        R"({"role":"content","tag":"p","region":"paragraph","begin":11,"end":12},)"
        R"({"role":"content","tag":"h2","region":"heading","level":2,"begin":13,"end":)" +
        end(13) + R"(,"anchor":"two"},{"role":"content","tag":"p","region":"paragraph","begin":)" + end(14) +
        ",\"end\":" + end(15) + "}]";
    const std::uint32_t second = static_cast<std::uint32_t>(heading.size()) + 14;
    const std::vector<PatternMatch> matches = {{11, 12, 0}, {second, second + 1, 0}};
    const std::vector<double> weights = {1};
    return answering_part({content, test::packed(structure), matches, {}}, weights, never);
  };
  const std::string full(120, 'h');
  for (const std::size_t length : {120, 121}) {
    const AnsweringPart part = part_under(std::wstring(length, L'h'));
    BOOST_TEST(part.fragment == "#one");
    BOOST_REQUIRE(part.more.size() == 1u);
    BOOST_TEST(part.more[0].title == (length == 120 ? full : full + "…"));
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
