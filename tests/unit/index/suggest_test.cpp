// Suggestions while somebody types.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pages.h"
#include "tests/support/structures.h"

namespace pith::index {
namespace {

using Texts = std::vector<std::string>;

struct Heading {
  std::string text, anchor;
};

NamedPage page(const std::string& name, const std::string& title, const std::vector<Heading>& headings = {},
               std::uint32_t links = 0, const std::string& site = "example.org") {
  ExtractedPage page = page_of("A line of text.", "en", title);
  page.structure = "[";
  for (const auto& [text, anchor] : headings) {
    add_block(page, Region::heading, text);
    const Block& block = page.blocks.blocks.back();
    page.structure += std::string(page.structure.size() > 1 ? "," : "") +
                      R"({"role":"content","region":"heading","tag":"h2","level":2,"path":"html/body/h2","anchor":")" +
                      anchor + R"(","begin":)" + std::to_string(block.begin_chars) + R"(,"end":)" +
                      std::to_string(block.end_chars) + "}";
  }
  page.structure = test::packed(page.structure + "]");
  return {record_of(name, site), std::move(page), {.inbound = links > 0 ? "a link" : "", .links = links}};
}

std::vector<Suggestion> suggested(const Searcher& searcher, const SuggestQuery& query) {
  const auto suggestions = searcher.suggest(query);
  BOOST_REQUIRE_MESSAGE(suggestions.ok(), message_of(suggestions));
  return *suggestions;
}

Texts texts(const Searcher& searcher, const SuggestQuery& query) {
  Texts texts;
  for (const Suggestion& suggestion : suggested(searcher, query)) texts.push_back(suggestion.text);
  return texts;
}

Texts texts(const Searcher& searcher, const char* text) { return texts(searcher, SuggestQuery{.text = text}); }

}  // namespace

BOOST_AUTO_TEST_SUITE(suggest)

BOOST_AUTO_TEST_CASE(the_last_word_is_a_prefix_and_those_before_it_are_whole) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(
      directory.path(), {page("a", "Virtual Hosts"), page("b", "Virtual machines"), page("c", "Hosting virtually")});
  BOOST_TEST(texts(searcher, "virtual ho") == Texts{"Virtual Hosts"});
  BOOST_TEST(texts(searcher, "ho virtual") == Texts{}, "ho is no whole word of a title");
  BOOST_TEST(texts(searcher, "hosting virt") == Texts{"Hosting virtually"});
  BOOST_TEST(texts(searcher, "virtual m") == Texts{"Virtual machines"});
  BOOST_TEST(texts(searcher, "VIRTUAL H") == Texts{"Virtual Hosts"});
  BOOST_TEST(texts(searcher, "virt").size() == 3u);
  BOOST_TEST(texts(searcher, "v") == (Texts{"Virtual Hosts", "Virtual machines"}), "a single letter begins the title");
  BOOST_TEST(texts(searcher, "virtual m") == Texts{"Virtual machines"});
  BOOST_TEST(texts(searcher, "irtual") == Texts{});
  BOOST_TEST(texts(searcher, "") == Texts{});
  BOOST_TEST(texts(searcher, " \"(-:* ") == Texts{});
  BOOST_TEST(texts(searcher, "title:\"virtual\" OR h") == Texts{}, "operators are words like others");
}

BOOST_AUTO_TEST_CASE(accents_and_scripts) {
  const IndexDirectory directory;
  const auto in = [](NamedPage page, const std::string& language) {
    page.page.metadata.language = language;
    return page;
  };
  const Searcher searcher =
      index_of(directory.path(), {in(page("a", "Häuser am Fluss"), "de"), in(page("b", "Får på ängen"), "sv"),
                                  in(page("c", "北京大学"), "zh"), in(page("d", "Ёлки зимой"), "ru")});
  for (const char* typed : {"hau", "Häu", "HÄUSER A", "häuser am flu"})
    BOOST_TEST(texts(searcher, typed) == Texts{"Häuser am Fluss"}, typed);
  for (const char* typed : {"få", "fa", "far pa a", "får på än"})
    BOOST_TEST(texts(searcher, typed) == Texts{"Får på ängen"}, typed);
  BOOST_TEST(texts(searcher, "北") == Texts{"北京大学"});
  BOOST_TEST(texts(searcher, "北京大") == Texts{"北京大学"});
  BOOST_TEST(texts(searcher, "h") == Texts{"Häuser am Fluss"});
  BOOST_TEST(texts(searcher, "е") == Texts{"Ёлки зимой"});
  BOOST_TEST(texts(searcher, "елк") == Texts{"Ёлки зимой"});
}

BOOST_AUTO_TEST_CASE(titles_come_first_that_begin_so_are_linked_and_short) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(
      directory.path(),
      {page("a", "How to install a server on a machine of your own"), page("b", "Reasons to install", {}, 40),
       page("c", "Install it on many different machines"), page("d", "Install"), page("e", "Installing", {}, 40),
       page("f", "Upgrade", {{"Start", ""}, {"Install the new one", ""}}, 100)});
  BOOST_TEST(texts(searcher, "insta") ==
             (Texts{"Installing", "Install", "Install it on many different machines", "Reasons to install",
                    "How to install a server on a machine of your own", "Install the new one"}));
  BOOST_TEST(texts(searcher, SuggestQuery{.text = "insta", .limit = 2}) == (Texts{"Installing", "Install"}));
  BOOST_TEST(texts(searcher, SuggestQuery{.text = "insta", .limit = 0}) == Texts{});
}

BOOST_AUTO_TEST_CASE(headings_lead_to_their_place) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {page("guide", "Guide",
                                                             {{"1. Overview", "top"},
                                                              {"How errors are logged", "log"},
                                                              {"2.1. Error codes", ""},
                                                              {"Codes of nations", "nations"}})});
  const auto found = suggested(searcher, {.text = "error"});
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].text == "2.1. Error codes", "it begins so, but for its number");
  BOOST_TEST(found[0].heading);
  BOOST_TEST(found[0].title == "Guide");
  BOOST_TEST(found[0].url == "https://example.org/guide");
  BOOST_TEST(found[0].link == "https://example.org/guide#:~:text=2.1.%20Error%20codes");
  BOOST_TEST(found[1].link == "https://example.org/guide#log");
  BOOST_TEST(texts(searcher, "codes n") == Texts{"Codes of nations"});
  BOOST_TEST(texts(searcher, "overview n") == Texts{}, "the words are in different headings");
  BOOST_TEST(texts(searcher, "e") == Texts{}, "a single letter is in too many headings");
}

BOOST_AUTO_TEST_CASE(each_text_comes_once) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(
      directory.path(), {page("a", "Release notes", {}, 3), page("b", "Release Notes!"),
                         page("c", "Changes", {{"Overview", ""}, {"release notes", ""}, {"Release dates", ""}}),
                         page("d", "History", {{"Overview", ""}, {"Release dates", ""}})});
  const auto found = suggested(searcher, {.text = "relea"});
  BOOST_REQUIRE(found.size() == 2u);
  BOOST_TEST(found[0].link == "https://example.org/a", "of the page that most link to");
  BOOST_TEST(found[1].text == "Release dates");
}

BOOST_AUTO_TEST_CASE(one_site_alone) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {page("a", "Harbour of one"),
                                  page("b", "Harbour of two", {{"First", ""}, {"Harbour map", ""}}, 0, "two.example")});
  BOOST_TEST(texts(searcher, SuggestQuery{.text = "harb", .site = "two.example"}) ==
             (Texts{"Harbour of two", "Harbour map"}));
  BOOST_TEST(texts(searcher, SuggestQuery{.text = "harb", .site = "none.example"}) == Texts{});
  const IndexDirectory other;
  NamedPage of_host = page("a", "Harbour of a host");
  of_host.record.url = "https://docs.example.org/a";
  const Searcher hosts = index_of(other.path(), {std::move(of_host)});
  BOOST_TEST(texts(hosts, SuggestQuery{.text = "harb", .site = "Docs.example.org"}) == Texts{"Harbour of a host"});
  BOOST_TEST(texts(hosts, SuggestQuery{.text = "harb", .site = "b.example.org"}) == Texts{});
}

// The headings that must not be shown are terms of the index, but no stored text.
BOOST_AUTO_TEST_CASE(only_what_may_be_shown) {
  const IndexDirectory directory;
  NamedPage hidden = page("a", "Public page", {{"Start", ""}, {"Secretword plans", ""}});
  hidden.page.shown = ShownContent{Blocks{{}, "A line of text."}, "[]", "", ""};
  const Searcher searcher = index_of(directory.path(), {std::move(hidden)});
  BOOST_TEST(texts(searcher, "publ") == Texts{"Public page"});
  BOOST_TEST(found(searcher, "secretword") == Texts{"a"});
  BOOST_TEST(texts(searcher, "secret") == Texts{});
}

BOOST_AUTO_TEST_CASE(removed_and_foreign_documents_are_not_suggested) {
  const IndexDirectory directory;
  Searcher searcher = index_of(directory.path(), {page("a", "Harbour one"), page("b", "Harbour two")});
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->remove("https://example.org/a"));
  BOOST_REQUIRE(!writer->commit());
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  BOOST_TEST(texts(searcher, "harb") == Texts{"Harbour two"});
}

BOOST_AUTO_TEST_CASE(the_work_is_bounded) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 0; i < 300; ++i)
    pages.push_back(page(std::to_string(i), "Same words", {{"Start", ""}, {"Same heading", ""}}));
  pages.push_back(page("long", std::string(5000, 'x') + " " + std::string(5000, 'y')));
  const Searcher searcher = index_of(directory.path(), pages);
  BOOST_TEST(texts(searcher, "same") == (Texts{"Same words", "Same heading"}));
  BOOST_TEST(texts(searcher, SuggestQuery{.text = "same", .limit = 1'000'000}).size() == 2u);
  const std::string most(max_suggest_bytes, 'a');
  BOOST_TEST(texts(searcher, most.c_str()) == Texts{});
  BOOST_TEST(searcher.suggest({.text = most + "a"}).error().code == "query_too_long");
  std::string words;
  for (std::size_t i = 0; i <= max_suggest_words; ++i) words += "same ";
  BOOST_TEST(texts(searcher, words.c_str()) == Texts{});
  BOOST_TEST(texts(searcher, "same \xff\xfe wo") == Texts{"Same words"});
}

BOOST_AUTO_TEST_CASE(an_index_without_the_fields) {
  const IndexDirectory directory;
  const auto fields = FieldMap::make({{"title", ""}, {"structure", ""}});
  WriterOptions writing;
  writing.fields = *fields;
  const Searcher searcher = index_of(directory.path(), {page("a", "Harbour", {{"Start", ""}, {"Harbour map", ""}})},
                                     writing, {.fields = *fields});
  BOOST_TEST(texts(searcher, "harb") == Texts{});
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
