#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;

std::vector<std::string> ranked(const Searcher& searcher, const Query& query) {
  std::vector<std::string> names;
  const auto hits = searcher.search(query);
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  for (const Hit& hit : hits->hits) names.push_back(hit.url.substr(hit.url.rfind('/') + 1));
  return names;
}

std::string advice(const Searcher& searcher, const Query& query) {
  const auto hits = searcher.search(query);
  BOOST_REQUIRE_MESSAGE(hits.ok(), message_of(hits));
  std::string text;
  for (const std::string& hint : hits->hints) text += hint + "\n";
  return text + (hits->suggestion.empty() ? "" : "→ " + hits->suggestion);
}

const std::string padding = " lorem ipsum dolor sit amet consetetur sadipscing elitr sed diam nonumy eirmod";

}  // namespace

BOOST_AUTO_TEST_SUITE(search)

BOOST_AUTO_TEST_CASE(titles_count_more_and_boosts_decide) {
  const IndexDirectory directory;
  const std::vector<NamedPage> pages = {{record_of("text"), page_of("The walrus." + padding, "en", "Seals")},
                                        {record_of("title"), page_of("The seal." + padding, "en", "Walrus")}};
  const Searcher searcher = index_of(directory.path(), pages);
  BOOST_TEST((ranked(searcher, {.text = "walrus"}) == Names{"title", "text"}));
  BOOST_TEST((ranked(searcher, {.text = "walrus OR content:walrus^50"}) == Names{"text", "title"}));

  SearcherOptions options = as_written;
  options.boosts = {{"content", 1}, {"title", 0}};
  BOOST_TEST((found(*Searcher::open(directory.path(), options), "walrus") == Names{"text"}));
  options.boosts = {{"contents", 1}};
  BOOST_TEST(Searcher::open(directory.path(), options).error().code == "unknown_field");
  options.boosts = {{"site", 1}};
  BOOST_TEST(Searcher::open(directory.path(), options).error().code == "unknown_field");
  options.boosts = {{"title", -1}};
  BOOST_TEST(Searcher::open(directory.path(), options).error().code == "bad_boost");
  options.boosts = {{"title", 0}};
  BOOST_TEST(Searcher::open(directory.path(), options).error().code == "bad_boost");
}

BOOST_AUTO_TEST_CASE(words_as_written_rank_before_folded_ones_and_stems) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("schon"), page_of("schon da", "de")},
                                                        {record_of("schoen"), page_of("schön da", "de")},
                                                        {record_of("stem"), page_of("schönes da", "de")}});
  const auto order = ranked(searcher, {.text = "schön"});
  BOOST_REQUIRE(order.size() == 3u);
  BOOST_TEST(order[0] == "schoen");
}

BOOST_AUTO_TEST_CASE(hits_are_paged) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 0; i < 25; ++i) pages.push_back({record_of(std::to_string(i)), page_of("words")});
  const Searcher searcher = index_of(directory.path(), pages);
  std::vector<std::string> all;
  for (std::size_t offset = 0; offset < 30; offset += 10) {
    const auto hits = searcher.search({.text = "words", .offset = offset, .limit = 10});
    BOOST_REQUIRE(hits.ok());
    BOOST_TEST(hits->total == 25u);
    BOOST_TEST(hits->hits.size() == (offset == 20 ? 5u : 10u));
    for (const Hit& hit : hits->hits) all.push_back(hit.url);
  }
  std::sort(all.begin(), all.end());
  BOOST_TEST((std::unique(all.begin(), all.end()) == all.end()));
  BOOST_TEST(searcher.search({.text = "words", .limit = 0})->total == 25u);
  BOOST_TEST(searcher.search({.text = "words", .limit = 0})->hits.empty());
  BOOST_TEST(searcher.search({.text = "words", .offset = max_hits}).error().code == "query_paging");
  BOOST_TEST(searcher.search({.text = "words", .limit = ~std::size_t{0}}).error().code == "query_paging");
}

BOOST_AUTO_TEST_CASE(a_ranking_alone_is_that_of_the_hits_shown) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 1; i < 9; ++i) {
    std::string text = "words";
    for (int more = 0; more < i * i; ++more) text += i % 2 ? " words" : " others";
    pages.push_back({record_of(std::to_string(i)), page_of(text)});
  }
  const Searcher searcher = index_of(directory.path(), pages);
  const auto shown = searcher.search({.text = "words others"}),
             alone = searcher.search({.text = "words others", .ranking_alone = true});
  BOOST_REQUIRE(shown.ok());
  BOOST_REQUIRE(alone.ok());
  BOOST_TEST(alone->total == shown->total);
  BOOST_TEST_REQUIRE(alone->hits.size() == shown->hits.size());
  BOOST_TEST(alone->hits.size() > 2u);
  for (std::size_t i = 0; i < alone->hits.size(); ++i) {
    BOOST_TEST(alone->hits[i].url == shown->hits[i].url);
    BOOST_TEST(alone->hits[i].score == shown->hits[i].score);
    BOOST_TEST(alone->hits[i].snippet.empty());
    BOOST_TEST(!shown->hits[i].snippet.empty());
  }
}

BOOST_AUTO_TEST_CASE(hits_carry_what_a_result_list_shows) {
  const IndexDirectory directory;
  ExtractedPage page = page_of("Viele Häuser stehen hier.", "de", "Ein Titel");
  page.metadata.author = "Ada";
  page.metadata.published = "2024-05-31";
  page.template_text = "Haus und Hof";
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page}});
  const auto hits = searcher.search({.text = "haus"});
  BOOST_REQUIRE(hits.ok());
  BOOST_REQUIRE(hits->hits.size() == 1u);
  const Hit& hit = hits->hits[0];
  BOOST_TEST(hit.title == "Ein Titel");
  BOOST_TEST(hit.site == "example.org");
  BOOST_TEST(hit.lang == "de");
  BOOST_TEST(hit.status == "main");
  BOOST_TEST(hit.author == "Ada");
  BOOST_TEST(hit.published == "2024-05-31");
  BOOST_TEST(hit.score > 0);
  BOOST_TEST(marked(hit.snippet) == "Viele [Häuser] stehen hier.");
  BOOST_TEST(marked(searcher.search({.text = "hier NOT haus OR stehen"})->hits.at(0).snippet) ==
             "Viele Häuser [stehen] [hier].");
  BOOST_TEST(marked(searcher.search({.text = "template:hof"})->hits.at(0).snippet) == "Viele Häuser stehen hier.");
  BOOST_TEST(marked(searcher.search({.text = "st* \"häuser stehen\""})->hits.at(0).snippet) ==
             "Viele [Häuser stehen] hier.");
}

BOOST_AUTO_TEST_CASE(snippets_highlight_in_mixed_scripts) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("a"), page_of("我们去café喝咖啡，北京大学。", "zh")}});
  BOOST_TEST(marked(searcher.search({.text = "cafe 北京大学"})->hits.at(0).snippet) ==
             "我们去[café]喝咖啡，[北京大学]。");
}

BOOST_AUTO_TEST_CASE(a_word_that_is_elsewhere_is_not_said_to_be_nowhere) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("A cafe by the sea.", "en", "Sea")},
                                                        {record_of("b"), page_of("Ice.")}});
  BOOST_TEST(advice(searcher, {.text = "title:cafe"}) ==
             "no page has \"cafe\" in title:; 1 page has it elsewhere: leave out title:\n");
  BOOST_TEST(advice(searcher, {.text = "title:caf*"}) ==
             "no page has \"caf*\" in title:; 1 page has it elsewhere: leave out title:\n");
  BOOST_TEST(advice(searcher, {.text = "cafes cups"}) == "no page contains \"cups\"\n");
}

// Of a visitor, who does not know the syntax.
BOOST_AUTO_TEST_CASE(careless_queries_find_their_words_and_say_so) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("A seal, a walrus 🎉 and ice.")},
                                                        {record_of("b"), page_of("No seal.")}});
  const auto check = [&](std::string_view text, const Names& names, std::string_view note) {
    BOOST_TEST(found(searcher, text) == names, text);
    const auto hits = searcher.search({.text = std::string(text)});
    BOOST_REQUIRE(hits.ok());
    BOOST_REQUIRE(hits->notes.size() == (note.empty() ? 0u : 1u));
    if (!note.empty()) BOOST_TEST(hits->notes[0].find(note) != std::string::npos, hits->notes[0]);
  };
  check("seal \"walrus", {"a"}, "character 6: this quote is not closed; searched for the words alone");
  check("seal walrus)", {"a"}, "no matching \"(\"; searched for the words alone");
  check("(seal walrus", {"a"}, "is not closed; searched for the words alone");
  check("published:[2024 TO walrus", {}, "is not closed by \"]\" or \"}\"; searched for the words alone");
  check("walrus OR", {}, "OR needs something after it");  // no page has "or"
  check("zzz \"", {}, "this quote is not closed");        // said without hits, too
  check("seal 🎉", {"a", "b"}, "such as 🎉, are not searched");
  check("seal & walrus -", {"a"}, "");
  check("\"seal walrus\"~99999999999", {"a"}, "~99999999999 counts as ~1000");
  check("seal^99999999999", {"a", "b"}, "^99999999999 counts as ^100");
  check("after: seal", {}, "\"after:\" was searched as a word");
  BOOST_TEST(searcher.search({.text = "🎉"}).error().message.find("🎉, are not searched") != std::string::npos);
  BOOST_TEST(searcher.search({.text = "❤️"}).error().code == "query_empty");
}

BOOST_AUTO_TEST_CASE(an_empty_result_says_why) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("a"), page_of("The walrus sleeps on ice.")},
                                  {record_of("b", "other.example"), page_of("Das Walross schläft.", "de")}});
  BOOST_TEST(advice(searcher, {.text = "walrsu ICE"}) ==
             "no page contains \"walrsu\"\n→ walrus ICE");  // the correction once, not in the hint too
  BOOST_TEST(advice(searcher, {.text = "\u0958\u0958\u0958 OR walrsu"}).ends_with(" OR walrus"));  // longer in NFC
  BOOST_TEST(advice(searcher, {.text = "title:x -walrsu"}) == "no page has \"x\" in title:\n");
  BOOST_TEST(advice(searcher, {.text = "walrus schläft"}) ==
             "no page has all of it; 2 pages have some of it: put OR between the words\n");
  BOOST_TEST(advice(searcher, {.text = "walrus", .site = "other.example"}) ==
             "1 page without the restriction to a site\n");
  BOOST_TEST(advice(searcher, {.text = "walrus", .site = "exampel.org"}) ==
             "the index has no page with site \"exampel.org\"; did you mean \"example.org\"?\n");
  BOOST_TEST(advice(searcher, {.text = "\"ice sleeps\""}) ==
             "the words occur, but not side by side: leave out the quotes\n");
  BOOST_TEST(advice(searcher, {.text = "walrus"}) == "");
}

BOOST_AUTO_TEST_CASE(an_empty_result_says_which_part_is_to_blame) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("a"), page_of("The walrus sleeps on ice.")},
                                  {record_of("b", "other.example"), page_of("北京大学的学生", "zh")}});
  const std::string site = "the index has no page with site ";
  BOOST_TEST(advice(searcher, {.text = "site:WWW.example.org walrus"}) ==
             site + "\"www.example.org\"; did you mean \"example.org\"?\n");
  BOOST_TEST(advice(searcher, {.text = "walrus", .site = "a.b.other.example"}) ==
             site + "\"a.b.other.example\"; did you mean \"other.example\"?\n");
  BOOST_TEST(advice(searcher, {.text = "site:exampel.org"}) ==
             site + "\"exampel.org\"; did you mean \"example.org\"?\n");
  BOOST_TEST(advice(searcher, {.text = "type:artcle walrus"}) == "the index has no page with type \"artcle\"\n");
  BOOST_TEST(advice(searcher, {.text = "site:other.example walrus"}) == "1 page if you leave out site:\n");
  BOOST_TEST(advice(searcher, {.text = "walrus -ice"}) == "1 page matches the rest, but also contains \"ice\"\n");
  BOOST_TEST(advice(searcher, {.text = "walrus NOT (\"on ice\" OR sleeps)"}) ==
             "1 page matches the rest, but also contains \"on ice\" and \"sleeps\"\n");
  BOOST_TEST(advice(searcher, {.text = "-ice -walrus -\"北京\" -\"大学\""}) == "");
  BOOST_TEST(advice(searcher, {.text = "zzzq* walrus"}) == "no page contains \"zzzq*\"\n");
  BOOST_TEST(advice(searcher, {.text = "zzzqqq~"}) == "no page contains \"zzzqqq~\"\n");
  BOOST_TEST(advice(searcher, {.text = "walrus-ice"}) == "no page contains \"walrus-ice\"\n");
  BOOST_TEST(advice(searcher, {.text = "学大北"}) == "no page contains \"学大北\"\n");
  BOOST_TEST(searcher.search({.text = "x", .field = "structure"}).error().message ==
             "query: the field \"structure\" cannot be searched");
  for (const std::string field : {"structure", "generator", "html"})
    BOOST_TEST(searcher.search({.text = field + ":x"}).error().message ==
               "query, character 1: the field \"" + field + "\" cannot be searched");
}

BOOST_AUTO_TEST_CASE(an_empty_result_says_what_is_in_menus_and_footers) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages = {{record_of("a"), page_of("The walrus sleeps.")},
                                  {record_of("b", "other.example"), page_of("A seal dives.")}};
  for (NamedPage& page : pages) page.page.template_text = "Privacy policy\nImprint";
  const Searcher searcher = index_of(directory.path(), pages);
  const auto outside = [](const std::string& count, const std::string& query) {
    return count + " with that outside the main content: template:(" + query + ")\n";
  };
  const std::string elsewhere = "no page has \"imprint\" in its main content\n";
  BOOST_TEST(advice(searcher, {.text = "imprint"}) == elsewhere + outside("2 pages", "imprint"));
  const std::string either = "\"privacy policy\" OR (imprint -walrus)";
  const std::string said = advice(searcher, {.text = either, .site = "other.example"});
  BOOST_TEST(said.ends_with(outside("1 page", either)), said);
  BOOST_TEST(found(searcher, "template:(" + either + ") site:other.example") == Names{"b"});
  BOOST_TEST(advice(searcher, {.text = "walrus imprint"}) == elsewhere);
  BOOST_TEST(advice(searcher, {.text = "imprin*"}).starts_with("no page has \"imprin*\" in its main content\n"));
  BOOST_TEST(advice(searcher, {.text = "walrus imprnt"}) == "no page contains \"imprnt\"\n");
  BOOST_TEST(advice(searcher, {.text = "content:imprint"}) == "no page has \"imprint\" in content:\n");
  BOOST_TEST(advice(searcher, {.text = "imprint", .field = "content"}) == "no page has \"imprint\" in content:\n");
}

BOOST_AUTO_TEST_CASE(not_at_the_beginning_may_be_a_word) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("operators"), page_of("The not operator negates.")},
                                                        {record_of("null"), page_of("A not null constraint.")},
                                                        {record_of("seal", "other.example"), page_of("A seal.")}});
  const auto found_as = [&](const Query& query, const Names& names, bool noted) {
    BOOST_TEST(found(searcher, query) == names, query.text);
    BOOST_TEST(searcher.search(query)->notes.empty() == !noted, query.text);
  };
  found_as({.text = "NOT operator"}, {"operators"}, true);     // leaves out pages, wants none
  found_as({.text = "NOT null constraint"}, {"null"}, true);   // would find nothing
  found_as({.text = "NOT seal constraint"}, {"null"}, false);  // finds something as an operator
  found_as({.text = "NOT seal", .site = "example.org"}, {"null", "operators"}, false);  // of the pages of a site
  found_as({.text = "NOT zzz"}, {"null", "operators", "seal"}, false);                  // as words it finds nothing
  found_as({.text = "-operator"}, {"null", "seal"}, false);
  found_as({.text = "NOT"}, {"null", "operators"}, true);
}

// A suggestion always finds something, although the index also has words of documents that no search shows.
BOOST_AUTO_TEST_CASE(suggestions_find_pages) {
  const IndexDirectory directory;
  const std::vector<NamedPage> pages = {{record_of("a"), page_of("The walrus sleeps.")},
                                        {record_of("b"), page_of("A seal dives.")},
                                        {record_of("gone"), page_of("A penguin walks.")},
                                        {record_of("c", "other.example"), page_of("A narwhal swims.")}};
  index_of(directory.path(), pages);
  {
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    BOOST_REQUIRE(!writer->put_template("example.org", "Imprint"));
    BOOST_REQUIRE(!writer->put_template("onlytemplates.org", "Imprint"));
    BOOST_REQUIRE(!writer->remove(record_of("gone").url));
    BOOST_REQUIRE(!writer->close());
  }
  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(advice(searcher, {.text = "content:imprnit"}) == "no page has \"imprnit\" in content:\n");
  BOOST_TEST(advice(searcher, {.text = "imprint"}) == "no page contains \"imprint\"\n");
  BOOST_TEST(advice(searcher, {.text = "pengiun"}) == "no page contains \"pengiun\"\n");
  BOOST_TEST(advice(searcher, {.text = "penguin"}) == "no page contains \"penguin\"\n");
  BOOST_TEST(advice(searcher, {.text = "narwahl", .site = "example.org"}) == "no page contains \"narwahl\"\n");
  BOOST_TEST(advice(searcher, {.text = "narwahl", .site = "other.example"}) ==
             "no page contains \"narwahl\"\n→ narwhal");
  // Each word has a page; no page has both.
  BOOST_TEST(advice(searcher, {.text = "walrsu divse"}) ==
             "no page contains \"walrsu\"; did you mean \"walrus\"?\n"
             "no page contains \"divse\"; did you mean \"dives\"?\n");
  BOOST_TEST(advice(searcher, {.text = "seal", .site = "onlytemplatse.org"}) ==
             "the index has no page with site \"onlytemplatse.org\"\n");
}

BOOST_AUTO_TEST_CASE(an_index_without_dates_says_so) {
  const IndexDirectory directory;
  const std::string none = "no page has a date (published): after: and before: can find nothing\n";
  {
    const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("The walrus sleeps.")}});
    BOOST_TEST(advice(searcher, {.text = "walrus after:2024"}) == none);
    BOOST_TEST(advice(searcher, {.text = "before:2024"}) == none);
    BOOST_TEST(advice(searcher, {.text = "published:2024"}) == none);
    BOOST_TEST(advice(searcher, {.text = "walrus", .after = "2024"}) == none);
    BOOST_TEST(advice(searcher, {.text = "sleeps -walrus"}).find("date") == std::string::npos);
    BOOST_TEST(advice(searcher, {.text = "fetched:2023"}).find("date") == std::string::npos);
    const std::string unsorted = "no hit says when it was published, so the hits are not sorted by date";
    for (const Order order : {Order::newest, Order::oldest})
      BOOST_TEST((searcher.search({.text = "walrus", .order = order})->notes == Names{unsorted}));
    BOOST_TEST(searcher.search({.site = "example.org"})->notes.empty());  // nobody asked for an order
    BOOST_TEST(searcher.search({.text = "seal", .order = Order::newest})->notes.empty());
  }
  ExtractedPage dated = page_of("A seal dives.");
  dated.metadata.published = "2020-05-31";
  std::filesystem::remove_all(directory.path());
  const Searcher searcher = index_of(directory.path(), {{record_of("b"), dated}});
  BOOST_TEST(advice(searcher, {.text = "seal after:2024"}).find("no page has a date") == std::string::npos);
  BOOST_TEST(searcher.search({.text = "seal", .order = Order::newest})->notes.empty());
}

BOOST_AUTO_TEST_CASE(unknown_fields) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("kernel:panic in std::vector")}});
  for (const char* query : {"nofield:x", "kernel nofield:(x y)", "nofield:\"x y\""}) {
    const std::string told = advice(searcher, {.text = query});
    BOOST_TEST(told.starts_with("there is no field \"nofield\"; the fields are url, host, site, title, other_title, "
                                "headings, content, "),
               told);
    BOOST_TEST(told.find("structure") == std::string::npos);
  }
  BOOST_TEST(searcher.search({.text = "kernel:panic"})->total == 1u);
  for (const char* query :
       {"https://nowhere.example/x", "std::map", "nofield\\:x", "\"nofield:x\"", "nofield: x", "title:nofield:x"})
    BOOST_TEST(advice(searcher, {.text = query}).find("there is no field") == std::string::npos, query);
}

BOOST_AUTO_TEST_CASE(stop_words_are_not_highlighted) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("en"), page_of("The end of the walrus.")},
                                  {record_of("de"), page_of("The Ende für das Walross.", "de-AT")},
                                  {record_of("es"), page_of("El fin de la morsa.", "es")}});
  const auto shown = [&](const std::string& query, const std::string& page) {
    const auto hits = searcher.search({.text = query + " url:" + record_of(page).url});
    BOOST_REQUIRE(hits.ok());
    BOOST_REQUIRE(hits->hits.size() == 1);
    return marked(hits->hits[0].snippet);
  };
  BOOST_TEST(shown("the walrus", "en") == "The end of the [walrus].");
  BOOST_TEST(shown("the walrus -xyzzy", "en") == "The end of the [walrus].");
  BOOST_TEST(shown("\"of the\" walrus", "en") == "The end [of the] [walrus].");
  BOOST_TEST(shown("\"the\" walrus", "en") == "[The] end of [the] [walrus].");
  BOOST_TEST(shown("th* walrus", "en") == "[The] end of [the] [walrus].");
  BOOST_TEST(shown("the of", "en") == "[The] end [of] [the] walrus.");
  BOOST_TEST(shown("the für walross", "de") == "[The] Ende für das [Walross].");  // English is kept separate
  BOOST_TEST(shown("la morsa", "es") == "El fin de la [morsa].");
}

BOOST_AUTO_TEST_CASE(searching_from_many_threads_while_the_index_changes) {
  const IndexDirectory directory;
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->put(record_of("first"), page_of("words")));
  BOOST_REQUIRE(!writer->commit());
  Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  std::atomic<bool> done = false;
  std::atomic<int> failures = 0, searches = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      while (!done) {
        const auto hits = searcher.search({.text = "words page"});
        const auto all = searcher.search({.text = "word* OR fjrst~"});
        if (!hits || !all || all->total < 1) ++failures;
        ++searches;
      }
    });
  for (int i = 0; i < 30; ++i) {
    BOOST_TEST(!writer->put(record_of(std::to_string(i)), page_of("words of a page")).has_value());
    BOOST_TEST(!writer->commit().has_value());
    BOOST_TEST(searcher.reopen_if_changed().ok());
  }
  done = true;
  for (std::thread& thread : threads) thread.join();
  BOOST_TEST(failures == 0);
  BOOST_TEST(searches > 0);
  BOOST_TEST(searcher.search({.text = "words page"})->total == 30u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
