// Hostile queries and pages: each must end soon with an answer or a clear error.
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <ctime>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/hits/detail/sections.h"
#include "indexer_adapter/hits/detail/snippet.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/query/detail/deadline.h"
#include "indexer_adapter/query/query_syntax.h"
#include "pages.h"
#include "tests/support/effort.h"
#include "tests/support/sanitized.h"
#include "tests/support/structures.h"

namespace pith::index {
namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

std::string code(const Searcher& searcher, std::string_view text) {
  Query query;
  query.text = text;
  const auto hits = searcher.search(query);
  if (hits) return "ok";
  BOOST_TEST(hits.error().message.size() < 500u);
  BOOST_TEST(hits.error().message.starts_with("query"));
  return hits.error().code;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(hostile)

BOOST_AUTO_TEST_CASE(queries) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 0; i < 50; ++i) {
    std::string text;
    for (int w = 0; w < 100; ++w) text += "a" + std::to_string(i * 100 + w) + " ";
    pages.push_back({record_of(std::to_string(i)), page_of(text)});
  }
  const Searcher searcher = index_of(directory.path(), pages);
  BOOST_TEST(code(searcher, repeated("(", 20'000)) == "query_too_long");
  BOOST_TEST(code(searcher, repeated("(", 1'000) + repeated(")", 1'000)) == "query_too_deep");
  BOOST_TEST(code(searcher, repeated("title:(", 200)) == "query_too_deep");
  BOOST_TEST(code(searcher, repeated("a ", 2'000)) == "query_too_long");
  BOOST_TEST(code(searcher, repeated("a ", 900)) == "query_too_many_clauses");
  BOOST_TEST(code(searcher, repeated("a ", 100)) == "ok");
  BOOST_TEST(code(searcher, repeated("a* ", 100)) == "ok");
  BOOST_TEST(code(searcher, repeated("a1~ ", 100)) == "ok");
  BOOST_TEST(code(searcher, "a*") == "ok");
  BOOST_TEST(code(searcher, repeated("NOT ", 499) + "a") == "ok");
  BOOST_TEST(code(searcher, repeated("-", 1999)) == "query_empty");
  BOOST_TEST(code(searcher, repeated("\"", 1999)) == "query_too_many_clauses");
  BOOST_TEST(code(searcher, repeated("\\", 1999)) == "query_empty");
  BOOST_TEST(code(searcher, repeated("北", 600)) == "ok");
  BOOST_TEST(code(searcher, repeated("a-", 999)) == "ok");
  BOOST_TEST(code(searcher, "\"" + repeated("a1 ", 600) + "\"~1000") == "ok");
  BOOST_TEST(code(searcher, repeated("x", 2'000)) == "ok");
  BOOST_TEST(code(searcher, std::string_view("a1\0a2", 5)) == "ok");
  BOOST_TEST(code(searcher, std::string_view("\0", 1)) == "query_empty");
  BOOST_TEST(code(searcher, "a\xff") == "query_encoding");
  BOOST_TEST(code(searcher, "") == "query_empty");
  BOOST_TEST(code(searcher, " \t\n") == "query_empty");
  BOOST_TEST(code(searcher, "\u0301*") == "query_empty");
  BOOST_TEST(code(searcher, "a\u0301\u0301\u0301*b?c") == "ok");
  BOOST_TEST(code(searcher, "a^99999999999 b^0 c^-1 d^1e9") == "ok");
  BOOST_TEST(code(searcher, "confidence:nan OR confidence:[-inf TO inf]") == "query_field");
  BOOST_TEST(code(searcher, "confidence:[-inf TO inf]") == "ok");
  BOOST_TEST(code(searcher, "site:[* TO *] status:[a TO z] digest:{a TO b}") == "ok");
  BOOST_TEST(code(searcher, "site:a*b*c*d* url:*") == "ok");
}

BOOST_AUTO_TEST_CASE(searches_end_in_time) {
  const IndexDirectory directory;
  std::vector<NamedPage> pages;
  for (int i = 0; i < 200; ++i) {
    std::string text = "sea of ice ";
    for (int w = 0; w < 500; ++w) text += "a" + std::to_string(i * 500 + w) + " ";
    pages.push_back({record_of(std::to_string(i)), page_of(text)});
    pages.back().page.confidence = i / 200.0;
  }
  const Searcher patient = index_of(directory.path(), pages);
  // 100,000 terms, and all of them are matched: no page is left out.
  for (const char* text : {"a*", "a*9", "a1*0 OR a?2*", "a12345~", "url:https*"})
    BOOST_TEST(patient.search({.text = text})->total > 0u, text);
  BOOST_TEST(patient.search({.text = "a*"})->total == 200u);

  const Searcher hasty = std::move(*Searcher::open(directory.path(), {.timeout = 1e-6}));
  std::string words, phrases, nested = "ice";
  for (int i = 0; i < 99; ++i) {
    words += "sea OR ";
    phrases += "\"of ice\" ";
  }
  for (unsigned i = 0; i < QueryLimits().max_depth; ++i) nested = "(" + nested + " OR a" + std::to_string(i) + "*)";
  for (const std::string& text :
       {std::string("a*"), std::string("a?2*"), std::string("a12345~"), words + "ice", phrases + "sea", nested})
    BOOST_TEST(code(hasty, text) == "query_timeout", text.substr(0, 30));
  // Before any page is looked at.
  BOOST_TEST(code(hasty, "confidence:[0.001 TO 2] nosuchword") == "query_timeout");
  BOOST_TEST(patient.search({.text = "confidence:[0.25 TO 0.5}"})->total == 50u);
  BOOST_TEST(code(patient, words + "ice") == "ok");
  BOOST_TEST(code(patient, phrases + "sea") == "ok");
  BOOST_TEST(code(patient, nested) == "ok");
  BOOST_TEST(hasty.search({.text = "a*"}).error().message.find("search.timeout") != std::string::npos);
  BOOST_TEST(hasty.search({.like = record_of("7").url}).error().code == "query_timeout");
  const Searcher forever = std::move(*Searcher::open(directory.path(), {.timeout = 0}));
  BOOST_TEST(code(forever, nested) == "ok");
}

BOOST_AUTO_TEST_CASE(snippets_end_in_time) {
  std::string text = "sea ";
  for (int w = 0; w < 20'000; ++w) text += "s" + std::to_string(w) + "ing ";
  const std::wstring content = to_wide(text);
  const Deadline never(0);
  Stemmer english("en");
  const auto seconds = [&](const std::vector<SnippetPattern>& patterns) {
    const std::clock_t begun = std::clock();
    make_snippet(content, patterns, &english, never);
    return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  };
  std::vector<SnippetPattern> words;
  for (int i = 0; i < 100; ++i) {
    const std::wstring word = L"s" + std::to_wstring(i) + L"ings";
    words.push_back({{{{word}, word, {}}}});
  }
  const double one = seconds({words[0]}), all = seconds(words);
  BOOST_TEST(all < 20 * one + 0.05);
  // A phrase that repeats one word, and a text of that word: each place fits each word of the phrase.
  const std::wstring repeats = to_wide(repeated("a ", 250'000));
  BOOST_TEST(!make_snippet(repeats, {SnippetPattern{WordTests(900, {{L"a"}, {}, {}})}}, nullptr, never).pieces.empty());

  const auto seconds_of = [](const auto& work) {
    const std::clock_t begun = std::clock();
    BOOST_CHECK_THROW(work(), TimeIsUp);
    return static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  };
  const Deadline soon(0.02);
  const double repeated_word = seconds_of([&] {
    while (true) make_snippet(repeats, {SnippetPattern{WordTests(900, {{L"a"}, {}, {}})}}, nullptr, soon);
  });
  BOOST_TEST(repeated_word < 0.2 * test::sanitizer_slowdown);
  // A match in each of many sections, each judged by every word of the query.
  std::string structure = "[";
  std::vector<PatternMatch> matches;
  for (std::uint32_t i = 0; i < 5'000; ++i) {
    structure += (i == 0 ? "" : ",") + std::string(R"({"role":"content","tag":"h2","path":"html/body/h2",)") +
                 R"("region":"heading","level":2,"begin":)" + std::to_string(4 * i) +
                 ",\"end\":" + std::to_string(4 * i + 3) + "}";
    matches.push_back({4 * i, 4 * i + 1, i % 900});
  }
  structure = test::packed(structure + "]");
  const std::vector<double> weights(900, 1);
  const Deadline short_while(0.02);
  const double sections = seconds_of([&] {
    while (true) answering_part({content, structure, matches, {}}, weights, short_while);
  });
  BOOST_TEST(sections < 0.2 * test::sanitizer_slowdown);

  const Deadline over(1e-9);
  BOOST_CHECK_THROW(make_snippet(content, {words[0]}, &english, over), TimeIsUp);
  const SnippetPattern pattern = {{{{}, {}, std::wstring(L"s") + QueryNode::any_run + L"x"}}};
  BOOST_CHECK_THROW(make_snippet(content.substr(0, 200), std::vector(2'000, pattern), nullptr, over), TimeIsUp);

  const IndexDirectory directory;
  const Searcher patient = index_of(directory.path(), {{record_of("a"), page_of(text)}});
  BOOST_TEST(code(patient, "sea") == "ok");
  const Searcher hasty = std::move(*Searcher::open(directory.path(), {.timeout = 1e-6}));
  BOOST_TEST(hasty.search({.text = "sea", .limit = 0})->total == 1u);
  BOOST_TEST(code(hasty, "sea") == "query_timeout");
}

// Whoever writes pages decides what is in them: what a hit costs must not grow with its page.
BOOST_AUTO_TEST_CASE(ten_books_cost_little_more_than_ten_long_pages) {
  const auto seconds_of = [](int words) {
    std::string text = "harbour ";
    for (int w = 0; w < words; ++w) text += "sea" + std::to_string(w % 5'000) + (w % 80 == 79 ? " harbour\n" : " ");
    std::vector<NamedPage> pages;
    for (int i = 0; i < 10; ++i) {
      ExtractedPage page = page_of(text);
      page.structure = R"([{"role":"content","tag":"p","region":"paragraph","begin":0,"end":9})";
      for (int b = 1; b < words / 80; ++b)
        page.structure += R"(,{"role":"content","tag":"p","path":"html/body/p","region":"paragraph","begin":)" +
                          std::to_string(500 * b) + ",\"end\":" + std::to_string(500 * b + 499) + "}";
      page.structure = test::packed(page.structure + "]");
      pages.push_back({record_of(std::to_string(i)), std::move(page)});
    }
    const IndexDirectory directory;
    const Searcher searcher = index_of(directory.path(), pages);
    BOOST_TEST(searcher.search({.text = "harbour"})->hits.size() == 10u);
    return test::standard_seconds([&] {
      for (int i = 0; i < 5; ++i) BOOST_REQUIRE(searcher.search({.text = "harbour"})->hits[9].place);
    });
  };
  const double pages = seconds_of(8'000), books = seconds_of(400'000);  // of 64,000 code points, of 3,200,000
  BOOST_TEST(books < 5 * pages, books << " s, " << pages << " s");
}

// Words that no page has are compared with those of the index, of which a stranger's pages may have any number.
BOOST_AUTO_TEST_CASE(unknown_words_cost_little_in_an_index_of_many_words) {
  std::string text = "wharf";
  for (int i = 0; i < 200'000; ++i) text += " w" + std::to_string(100'000 + i);
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of(text)}}, {}, forgiving);
  std::string words;
  for (const char c : std::string_view("abcdefghij")) words += std::string("w1") + c + "5" + c + "7 w" + c + "yxuqao ";
  const double seconds = test::standard_seconds([&] { BOOST_TEST(searcher.search({.text = words})->total == 0u); });
  BOOST_TEST(seconds < 1);
  BOOST_TEST(searcher.search({.text = "wharff"})->total == 1u);
}

// Long texts are stored in pieces.
BOOST_AUTO_TEST_CASE(a_book_is_stored_whole) {
  const IndexDirectory directory;
  const std::string text = repeated("𝔅ü ", 100'000) + "needle";
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of(text)}});
  BOOST_TEST(((*searcher.document(record_of("a").url))->at("content") == text));
  BOOST_TEST(searcher.search({.text = "needle"})->total == 1u);
}

BOOST_AUTO_TEST_CASE(random_queries_of_operators) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page_of("a b c 北京")}});
  const std::vector<std::string> parts = {
      "a", "b*", "\"",  "(",     ")",      "AND", "OR", "NOT",    "-",  "+",           "!",
      "*", "?",  "~2",  "^3",    "title:", "[",   "]",  "TO",     "\\", ":",           "北京",
      "{", "}",  "\"a", "b\"~1", "url:",   " ",   " ",  "after:", "&&", "before:2024", "||"};
  std::mt19937 random(7);
  for (int i = 0; i < 3'000; ++i) {
    std::string text;
    for (unsigned n = random() % 12; n-- > 0;) text += parts[random() % parts.size()] + (random() % 2 ? " " : "");
    const auto hits = searcher.search({.text = text});
    if (!hits && !hits.error().code.starts_with("query_")) BOOST_ERROR(text << ": " << hits.error().message);
  }
}

BOOST_AUTO_TEST_CASE(pages) {
  const IndexDirectory directory;
  const double seconds = test::standard_seconds([&] {
    std::string text;
    for (int i = 0; text.size() < 5'000'000; ++i) text += "word" + std::to_string(i % 50'000) + (i % 9 ? " " : "\n");
    text += "needle";
    const Searcher searcher =
        index_of(directory.path(), {{record_of("large"), page_of(text)},
                                    {record_of("blob"), page_of(std::string(5'000'000, 'x') + " needle")},
                                    {record_of("han"), page_of(repeated("北京", 200'000) + "针")},
                                    {record_of("marks"), page_of("a" + repeated("\u0301", 500'000) + " needle")},
                                    {record_of("lines"), page_of(repeated("\n", 1'000'000) + "needle")}});
    BOOST_TEST((found(searcher, "needle") == std::vector<std::string>{"blob", "large", "lines", "marks"}));
    BOOST_TEST((found(searcher, "针") == std::vector<std::string>{"han"}));
    BOOST_TEST((*searcher.document(record_of("large").url))->at("content") == text);
  });
  BOOST_TEST(seconds < 60.0);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
