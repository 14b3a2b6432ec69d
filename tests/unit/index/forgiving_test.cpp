// Searches for which too few pages have all words.
#include "indexer_adapter/query/detail/forgiving.h"

#include <boost/test/unit_test.hpp>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "indexer_adapter/words/detail/compounds.h"
#include "tests/unit/index/pages.h"

namespace pith::index {
namespace {

using Strings = std::vector<std::string>;

struct Garden {
  IndexDirectory directory;
  std::vector<NamedPage> pages;

  Garden() {
    add("both", "The walrus rests in the orchard.");
    add("rare", "A walrus alone on the ice.");
    for (int i = 0; i < 8; ++i) add("common" + std::to_string(i), "An orchard, number " + std::to_string(i) + ".");
  }
  explicit Garden(std::vector<NamedPage> others) : pages(std::move(others)) {}

  void add(const std::string& name, const std::string& text) { pages.push_back({record_of(name), page_of(text)}); }
  Searcher open(const SearcherOptions& options = forgiving) const {
    return index_of(directory.path(), pages, {}, options);
  }
};

NamedPage page(const std::string& name, const std::string& text, const std::string& language = "en",
               const std::string& title = "") {
  return {record_of(name), page_of(text, language, title)};
}

// "name" for each hit, in order; "name without a, b" for those that lack words.
Strings hits_of(const Searcher& searcher, const std::string& text) {
  const auto hits = searcher.search({.text = text});
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  Strings out;
  for (const Hit& hit : hits->hits) {
    out.push_back(hit.url.substr(hit.url.rfind('/') + 1));
    for (std::size_t i = 0; i < hit.without.size(); ++i) out.back() += (i == 0 ? " without " : ", ") + hit.without[i];
  }
  BOOST_TEST(hits->total == hits->hits.size());
  return out;
}

Strings notes_of(const Searcher& searcher, std::string text) {
  return searcher.search({.text = std::move(text)})->notes;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(forgiving_searches)

BOOST_AUTO_TEST_CASE(pages_with_all_words_come_first) {
  const Garden garden;
  const Searcher searcher = garden.open();
  const auto hits = searcher.search({.text = "orchard walrus"});
  BOOST_TEST(hits->total == 2u);
  BOOST_TEST(hits->complete == 1u);
  // "orchard" is on nearly all pages: it is too little of the query.
  BOOST_TEST((hits_of(searcher, "orchard walrus") == Strings{"both", "rare without orchard"}));
}

BOOST_AUTO_TEST_CASE(nobody_is_asked_to_forgive_where_enough_pages_have_all_words) {
  const Garden garden;
  SearcherOptions options = forgiving;
  options.enough = 1;
  BOOST_TEST((hits_of(garden.open(options), "orchard walrus") == Strings{"both"}));
}

BOOST_AUTO_TEST_CASE(what_the_user_insists_on_is_wanted) {
  const Garden garden;
  const Searcher searcher = garden.open();
  for (const char* query : {"walrus +orchard", "walrus AND orchard", "\"orchard\" walrus"})
    for (const std::string& hit : hits_of(searcher, query)) BOOST_TEST(hit.find("orchard") == std::string::npos, query);
  BOOST_TEST((hits_of(searcher, "walrus AND orchard") == Strings{"both"}));
  BOOST_TEST((hits_of(searcher, "walrus orchard -ice") == Strings{"both"}));
}

BOOST_AUTO_TEST_CASE(later_pages_of_hits_go_on_where_the_first_ended) {
  const Garden garden;
  const Searcher searcher = garden.open();
  BOOST_TEST(searcher.search({.text = "walrus orchard", .offset = 1, .limit = 1})->hits.at(0).without.size() == 1u);
  BOOST_TEST(searcher.search({.text = "walrus orchard", .limit = 0})->total == 2u);
}

// "tupeli" is as near to "tupel" as to "tupels".
BOOST_AUTO_TEST_CASE(forms_of_a_word_are_one_correction) {
  const Garden garden({page("a", "The tupel is old."), page("b", "Two tupels are new."), page("c", "A boat, a coat.")});
  const Searcher searcher = garden.open();
  BOOST_TEST((notes_of(searcher, "tupeli") == Strings{"no page has \"tupeli\"; searched for \"tupel\""}));
  BOOST_TEST(hits_of(searcher, "tupeli").size() == 2u);
  BOOST_TEST(hits_of(searcher, "doat").empty());  // a boat or a coat
}

BOOST_AUTO_TEST_CASE(a_word_that_no_page_has) {
  const Garden garden;
  const Searcher searcher = garden.open();
  BOOST_TEST((hits_of(searcher, "walrus zeppelin") == Strings{"both", "rare"}));
  BOOST_TEST((notes_of(searcher, "walrus zeppelin") == Strings{"no page has \"zeppelin\""}));
  BOOST_TEST((hits_of(searcher, "walruss ice") == Strings{"rare", "both without ice"}));
  BOOST_TEST((notes_of(searcher, "walruss ice") == Strings{"no page has \"walruss\"; searched for \"walrus\""}));
  BOOST_TEST((hits_of(searcher, "orchrad walrus") == Strings{"both", "rare without orchard"}),
             "as it was searched for");
  BOOST_TEST(hits_of(searcher, "zeppelin").empty(), "nothing is left of the query");
}

BOOST_AUTO_TEST_CASE(a_word_that_pages_have_only_in_their_template) {
  Garden garden;
  garden.pages.front().page.template_text = "Imprint";
  const Searcher searcher = garden.open();
  BOOST_TEST((notes_of(searcher, "walrus imprint") == Strings{"no page has \"imprint\" in its main content"}));
  garden.pages.front().page.template_text = "Site by Walrusk";
  BOOST_TEST((notes_of(garden.open(), "ice walrusk") == Strings{"no page has \"walrusk\" in its main content"}),
             "it is spelled as there, not a mistyped walrus");
}

BOOST_AUTO_TEST_CASE(a_word_for_two_that_are_written_apart) {
  const Garden pages({page("camp", "A boot camp for programmers."), page("boots", "Wear a boot at the camp."),
                      page("near", "A bootlamp in the hall.")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "bootcamp") == Strings{"camp"}));
  BOOST_TEST((notes_of(searcher, "bootcamp") == Strings{"no page has \"bootcamp\"; searched for \"boot camp\""}));
  BOOST_TEST((hits_of(searcher, "campboot") == Strings{}), "they must stand side by side");
}

BOOST_AUTO_TEST_CASE(names_that_are_written_apart) {
  const std::string half(30, 'a'), other(31, 'b');
  const Garden pages({page("node", "Node.js runs it."), page("port", "A plug for RS-232."),
                      page("long", half + " " + other + " and " + half + " " + other.substr(1)),
                      page("both", "A node of the js kind, and 232 other plugs of RS.")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "nodejs") == Strings{"node"}));
  BOOST_TEST((hits_of(searcher, "RS232") == Strings{"port"}));
  BOOST_TEST((hits_of(searcher, half + other.substr(1)) == Strings{"long"}));
  BOOST_TEST(hits_of(searcher, half + other).empty(), "too long to look for");
  BOOST_TEST((notes_of(searcher, "RS232") == Strings{"no page has \"RS232\"; searched for \"rs 232\""}));
}

BOOST_AUTO_TEST_CASE(a_symbol_that_no_page_has) {
  const Garden pages({page("config", "The type PyConfig has a member: int interactive."),
                      page("interactive", "An interactive tour."), page("literal", "Call str.join with a list."),
                      page("apart", "To join words, write a str."), page("dry", "A dry run of the parade.")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "PyConfig.interactive") == Strings{"config"}));
  BOOST_TEST((notes_of(searcher, "PyConfig.interactive") ==
              Strings{"no page has \"PyConfig.interactive\"; searched for its parts"}));
  BOOST_TEST((hits_of(searcher, "run-dry parade") == Strings{"dry"}));
  BOOST_TEST((hits_of(searcher, "str.join") == Strings{"literal"}), "some page has it");
  BOOST_TEST((notes_of(searcher, "parade zeppelin.join") == Strings{"no page has \"zeppelin.join\""}));
}

BOOST_AUTO_TEST_CASE(a_correction_must_be_sure) {
  const Garden pages({page("a", "A marten in the wood."), page("b", "A martin on the roof.")});
  const Searcher searcher = pages.open();
  BOOST_TEST((notes_of(searcher, "martxn wood") == Strings{"no page has \"martxn\""}));
}

// Words of other things are spelled alike, too.
BOOST_AUTO_TEST_CASE(a_correction_is_no_other_word) {
  const Garden pages({page("a", "The base of the check is in this phase, at ten and for all of them with others.")});
  const Searcher searcher = pages.open();
  for (const std::string word : {"basket", "cheap", "phone", "tel", "foo", "wiith"})
    BOOST_TEST((notes_of(searcher, word + " phase") == Strings{"no page has \"" + word + "\""}), word);
}

BOOST_AUTO_TEST_CASE(a_correction_finds_pages_within_the_restrictions) {
  const Garden pages({page("en", "Opening hours of the bakery, and a boot camp."),
                      page("fr", "Horaires de la boulangerie, heurts exclus.", "fr"), page("de", "Das Haus.", "de")});
  const Searcher searcher = pages.open();
  const auto notes = [&](const std::string& text, const std::string& language) {
    return searcher.search({.text = text, .lang = language})->notes;
  };
  BOOST_TEST((notes("bakerry hours", "") == Strings{"no page has \"bakerry\"; searched for \"bakery\""}));
  BOOST_TEST((notes("bakerry boulangerie", "fr") == Strings{"no page has \"bakerry\""}));
  BOOST_TEST((notes("bootcamp boulangerie", "fr") == Strings{"no page has \"bootcamp\""}));
  BOOST_TEST((notes("run.hours boulangerie", "fr") == Strings{"no page has \"run.hours\""}));
}

BOOST_AUTO_TEST_CASE(explanations_leave_out_a_part_that_the_page_lacks) {
  const Garden pages(
      {page("both", "A walrus host in the orchard."), page("one", "The orchard."), page("named", "A zeppelin host.")});
  const auto hits = pages.open().search({.text = "zeppelin-host walrus orchard", .explain = true});
  BOOST_REQUIRE(hits->total > 0);
  for (const Hit& hit : hits->hits) {
    BOOST_TEST((hit.without.at(0) == "zeppelin-host") == !hit.url.ends_with("named"), hit.url);
    double product = 1;
    for (const Explanation& part : hit.explanation.parts) product *= part.value;
    BOOST_TEST(std::abs(product - hit.score) < 1e-6);
  }
}

BOOST_AUTO_TEST_CASE(function_words_are_wanted_only_alone_or_in_a_phrase) {
  const Garden pages({page("hamlet", "To be or not to be, that is the question."), page("castle", "Elsinore castle.")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "the castle of elsinore") == Strings{"castle"}));
  BOOST_TEST((hits_of(searcher, "to be or not") == Strings{"hamlet"}));
  BOOST_TEST(hits_of(searcher, "\"the castle\"").empty());
}

BOOST_AUTO_TEST_CASE(compounds_and_their_parts) {
  const Garden pages({page("whole", "Badrumsrenovering i hela staden.", "sv"),
                      page("parts", "Renovering av badrum och kök.", "sv"), page("other", "Renovering av tak.", "sv")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "badrumsrenovering") == Strings{"whole", "parts"}));
  const Strings joined = hits_of(searcher, "badrum renovering");
  BOOST_TEST((Strings(joined.begin(), joined.begin() + 2) == Strings{"parts", "whole"}));
  const Garden english({page("whole", "Firefighters at work."), page("parts", "Fire and work.")});
  BOOST_TEST(hits_of(english.open(), "fire fighters").at(0) == "whole");
  // Words that no page has by themselves, too.
  const Garden kitchen({page("machine", "The dishwasher is loud."), page("washer", "A washer for the tap."),
                        page("alcohol", "Isopropanol cleans.")});
  BOOST_TEST((hits_of(kitchen.open(), "dish washer") == Strings{"machine", "washer without dish"}));
  BOOST_TEST((notes_of(kitchen.open(), "dish washer") == Strings{"no page has \"dish\"; searched for \"dishwasher\""}));
  BOOST_TEST((hits_of(kitchen.open(), "iso propanol") == Strings{"alcohol"}));
  BOOST_TEST(hits_of(kitchen.open(), "dish propanol").empty());
  BOOST_TEST((hits_of(english.open(), "firework") == Strings{}), "English writes compounds as two words");
}

BOOST_AUTO_TEST_CASE(of_what_is_written_without_spaces_a_page_may_lack_words) {
  const Garden pages({page("library", "图书馆开放时间：每天九点。", "zh"),
                      page("open", "开放日：图书馆关门，时间不定。", "zh"), page("weather", "上海天气很好。", "zh"),
                      page("thai", "ร้านกาแฟเปิดทุกวัน", "th"), page("japanese", "パソコンの使い方", "ja")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "图书馆开放时间") == Strings{"library", "open"}));
  BOOST_TEST((hits_of(searcher, "图书馆开放时间咨询") == Strings{"library", "open"}));
  BOOST_TEST((notes_of(searcher, "图书馆开放时间咨询") == Strings{"no page has \"咨询\""}));
  BOOST_TEST((hits_of(searcher, "上海图书馆") ==
              Strings{"library without 上海", "open without 上海", "weather without 图书, 馆"}));
  BOOST_TEST((hits_of(searcher, "ร้านกาแฟที่ไหน") == Strings{"thai"}));
  BOOST_TEST((hits_of(searcher, "パソコンとは") == Strings{"japanese"}));
  for (const char* whole : {"\"上海图书馆\"", "+上海图书馆", "title:上海图书馆", "咨询"})
    BOOST_TEST(hits_of(searcher, whole).empty(), whole);
}

BOOST_AUTO_TEST_CASE(korean_words_are_found_with_other_particles) {
  const Garden pages({page("library", "도서관을 이용하는 시간", "ko"), page("station", "서울역에서 만나요", "ko")});
  const Searcher searcher = pages.open();
  BOOST_TEST((hits_of(searcher, "도서관에서") == Strings{"library"}));
  BOOST_TEST((hits_of(searcher, "도서관은 시간이") == Strings{"library"}));
  BOOST_TEST((hits_of(searcher, "서울역에서") == Strings{"station"}));
  BOOST_TEST((hits_of(searcher, "서울역까지") == Strings{"station"}));
  for (const char* whole : {"\"도서관에서\"", "+도서관에서", "은"}) BOOST_TEST(hits_of(searcher, whole).empty(), whole);
}

BOOST_AUTO_TEST_CASE(a_compound_is_split_by_words_that_documents_have) {
  const std::map<std::wstring, int, std::less<>> known = {
      {L"badrum", 5}, {L"bad", 9}, {L"rum", 7}, {L"renovering", 4}, {L"ring", 3}, {L"blumen", 1}, {L"topf", 2}};
  const auto parts = [&](std::wstring_view word) {
    return split_compound(word, [&](std::wstring_view part) {
      const auto found = known.find(part);
      return found == known.end() ? 0 : found->second;
    });
  };
  using Parts = std::vector<std::wstring>;
  BOOST_TEST((parts(L"badrumsrenovering") == Parts{L"badrum", L"renovering"}));
  BOOST_TEST((parts(L"badrum") == Parts{L"bad", L"rum"}));
  BOOST_TEST((parts(L"blumentopf") == Parts{L"blumen", L"topf"}));
  BOOST_TEST(parts(L"renoveringen").empty());
  BOOST_TEST(parts(L"").empty());
  BOOST_TEST(parts(std::wstring(10'000, L'a')).empty());
}

BOOST_AUTO_TEST_CASE(scores_add_up) {
  const Garden garden;
  const auto hits = garden.open().search({.text = "walrus orchard zeppelin", .explain = true});
  BOOST_REQUIRE(hits->hits.size() == 2u);
  for (const Hit& hit : hits->hits) {
    BOOST_TEST(hit.explanation.value == hit.score, boost::test_tools::tolerance(1e-6));
    double product = 1, sum = 0;
    for (const Explanation& part : hit.explanation.parts) product *= part.value, sum += part.value;
    const bool is_product = hit.explanation.text == "product of";
    BOOST_TEST((is_product ? product : sum) == hit.score, boost::test_tools::tolerance(1e-6));
  }
}

BOOST_AUTO_TEST_CASE(titles_that_are_the_query_come_first) {
  const Garden pages(
      {page("more", "Opening hours, opening hours, opening hours of the library.", "en", "Notes on the library"),
       page("title", "Monday to Friday.", "en", "Opening hours")});
  SearcherOptions by_title = forgiving;
  by_title.ranking.title = 5;
  by_title.boosts = {{"title", 1}, {"content", 1}};
  BOOST_TEST(hits_of(pages.open(by_title), "opening hours").at(0) == "title");
  const auto hits = pages.open(by_title).search({.text = "hours opening", .explain = true});
  BOOST_TEST(hits->hits.at(0).explanation.parts.back().value == 6, boost::test_tools::tolerance(1e-9));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
