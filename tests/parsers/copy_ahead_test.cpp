// Copying what is finished of lexbor's tree early (core/dom/detail/lexbor_copy.h) makes the same document as copying it
// at the end: after every token, on pages made of pieces that are hard on it, on odd and on labelled pages.
// tests/parsers/html5lib_test.cpp does the same with html5lib's cases.
#include <boost/test/unit_test.hpp>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <set>
#include <string>

#include "core/dom/detail/parse_lexbor.h"
#include "core/dom/detail/parser.h"
#include "tests/parsers/labelled_pages.h"
#include "tests/support/odd_pages.h"
#include "tests/support/same_document.h"

namespace fs = std::filesystem;
using namespace pith;

#ifdef PITH_LEXBOR
namespace {

constexpr CopyAhead always, never{.least = std::numeric_limits<std::size_t>::max()};

// "" if both make the same of the page.
std::string difference(const std::string& html, const CopyAhead& ahead = always, const Limits& limits = {}) {
  const auto plain = parse_with_lexbor(html, limits, nullptr, never);
  const auto early = parse_with_lexbor(html, limits, nullptr, ahead);
  if (plain.ok() != early.ok()) return (plain.ok() ? early : plain).error().message;
  return plain.ok() ? test::difference(*plain, *early) : "";
}

constexpr const char* pieces[] = {
    // Texts and lines
    "word", " ", "\n", "&amp;", "<!--c-->", "<!--htdig_noindex-->", "<!--/htdig_noindex-->", "<br>", "<img alt=t>",
    // Elements that nest
    "<div>", "</div>", "<p>", "</p>", "<ul>", "<li class=k>", "</li>", "</ul>", "<h1>", "</h1>", "<section hidden>",
    "</section>", "<pre>\n", "</pre>", "<dl>", "<dt>", "<dd>", "</dl>", "<x-y>", "</x-y>",
    // Formatting elements, which lexbor opens again and moves around
    "<b>", "</b>", "<i class=o>", "</i>", "<a href=x>", "</a>", "<font color=red>", "</font>", "<nobr>", "</nobr>",
    // Tables, and what is put before them
    "<table>", "</table>", "<tr>", "</tr>", "<td>", "</td>", "<tbody>", "<caption>", "</caption>", "<colgroup>",
    "<col>",
    // Elements that lexbor refers to
    "<form>", "</form>", "<select>", "<option>", "<option selected>", "</select>", "<button>", "</button>",
    "<selectedcontent>", "<template>", "</template>", "<textarea>\n", "</textarea>", "<applet>", "</applet>",
    // Other rules
    "<svg>", "</svg>", "<math>", "<mi>", "<title>t</title>", "<script>x</script>", "<style>y</style>", "<noscript>",
    "<frameset>", "<frame>",
    // Once only, as a rule
    "<html lang=en>", "<head>", "</head>", "<body>", "<body class=b>", "</body>", "</html>"};

}  // namespace

BOOST_AUTO_TEST_SUITE(copy_ahead)

BOOST_AUTO_TEST_CASE(random_pages) {
  const int rounds = std::getenv("PITH_FULL") ? 1'000'000 : 40'000;
  std::mt19937 random(7);
  for (int round = 0; round < rounds; ++round) {
    // The last pieces stop most copying, so few pages have them.
    const std::size_t kinds = std::size(pieces) - (round % 4 == 0 ? 0 : 7);
    std::string html = round % 2 ? "<!DOCTYPE html><title>t</title><body>text" : "";
    for (std::size_t left = 3 + random() % 60; left > 0; --left) html += pieces[random() % kinds];
    const std::string what = difference(html, {.tokens = static_cast<unsigned>(1 + random() % 3)});
    BOOST_REQUIRE_MESSAGE(what.empty(), what << "\n" << html);
  }
}

BOOST_AUTO_TEST_CASE(odd_pages) {
  for (const auto& [name, html] : test::odd_pages()) BOOST_TEST(difference(html) == "", name);
}

BOOST_AUTO_TEST_CASE(labelled_pages) {
  test::visit_labelled_pages(
      [](const fs::path& file, const std::string& html) { BOOST_TEST(difference(html) == "", file); });
}

// A list, a table in rows and cells, and elements that nothing closes.
BOOST_AUTO_TEST_CASE(dense_pages_need_little_memory) {
  const Limits limits{.max_memory = 8u << 20};
  for (const char* item : {"<li><a href=x>ab</a> <b>c</b> d</li>", "<tr><td>a<td>b<td><i>c</i></tr>", "<p><b>x</b>"}) {
    std::string html = "<!DOCTYPE html><title>t</title><body>text<table>";
    if (item[1] != 't') html += "</table><ul>";
    while (html.size() < 1'000'000) html += item;
    BOOST_TEST(!parse_with_lexbor(html, limits, nullptr, never).ok(), item);
    BOOST_TEST(parse_with_lexbor(html, limits, nullptr).ok(), item);
    BOOST_TEST(difference(html, {.tokens = 256}) == "", item);
  }
}

// The errors of pages that exceed a limit.
BOOST_AUTO_TEST_CASE(limits_hold) {
  const auto error_of = [](const std::string& html, const Limits& limits) {
    const auto page = parse_with_lexbor(html, limits, nullptr, always);
    return page ? std::string() : page.error().code;
  };
  std::string many = "<body>x", deep = many;
  for (int i = 0; i < 300; ++i) many += "<p>x", deep += "<div>";
  BOOST_TEST(error_of(many, {.max_nodes = 602}) == "too_many_nodes");
  BOOST_TEST(error_of(many, {.max_nodes = 1000}) == "");
  BOOST_TEST(error_of(deep, {.max_depth = 290}) == "too_deep");
  BOOST_TEST(error_of("<body>x<p a=1 b=1 c=1>x<p>", {.max_attributes = 2}) == "too_many_attributes");
}

BOOST_AUTO_TEST_SUITE_END()
#endif
