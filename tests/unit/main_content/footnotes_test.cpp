#include "core/extract/main_content/detail/rules/footnotes.h"

#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/support/effort.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

const std::string reference = "<p>The ferry runs all year <a href=#n1 id=r1>[1]</a> and at night.</p>";

// The texts added to those of the first paragraph.
std::vector<std::string> added(const std::string& body) {
  const Document document = test::html("<body>" + body);
  const PageView page(document);
  std::vector<char> runs(page.runs.size());
  runs[0] = 1;
  complete_footnotes(page, runs);
  std::vector<std::string> out;
  for (RunId r = 1; r < page.runs.size(); ++r)
    if (runs[r]) out.push_back(document.text_of(page.runs[r].block));
  return out;
}

using Texts = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(notes_to_the_content)

// As docutils (old and new), Markdown processors, Wikipedia, WordPress and Word write them.
BOOST_AUTO_TEST_CASE(notes_of_every_generator_are_kept) {
  const std::string text = "Except in ice.";
  for (const std::string& note :
       {"<aside class=footnote id=n1 role=note><span>[<a href=#r1>1</a>]</span><p>" + text + "</p></aside>",
        "<dl><dt id=n1><a href=#r1>1</a><dd><p>" + text + "</p><dt><a href=#r2>2</a><dd>Other.</dl>",
        "<table><tr><td id=n1><a href=#r1>1</a><td>" + text + "<tr><td>2<td>Other.</table>",
        "<section><hr><ol><li id=n1><p>" + text + " <a href=#r1>↩</a></p></ol></section>",
        "<p><sup><a id=n1 href=#r1>1</a></sup> " + text + "</p>",
        "<dl><dt><a id=n1 href=#r1>1</a><dd>" + text + "</dl>",
        "<footer><ol><li id=n1><b><a href=#r1>^</a></b> " + text + "</ol></footer>"}) {
    const Texts found = added(reference + "<p>More.</p>" + note);
    BOOST_TEST(!found.empty(), note);
    bool has_text = false;
    for (const std::string& each : found) {
      has_text = has_text || each.find(text) != std::string::npos;
      BOOST_TEST(each.find("Other") == std::string::npos, note);
    }
    BOOST_TEST(has_text, note);
  }
  const std::string word = "<p>All year<a href=#_ftn1 name=_ftnref1>[1]</a>.</p>";
  BOOST_TEST(added(word + "<div id=ftn1><p><a href=#_ftnref1 name=_ftn1>[1]</a> Except in ice.</p></div>") ==
                 Texts{"[1] Except in ice."},
             boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_does_not_link_back_is_no_note) {
  for (const char* const other :
       {"<div id=n1><p>Except in ice.</p></div>", "<div id=n1><p>Except in ice.</p><a href=#top>Up</a></div>",
        "<div id=n2><p>Except in ice.</p><a href=#r1>Up</a></div>",
        "<div id=n1><p>Except in ice.</p><a href=#other>Up</a></div><p id=other>Other.</p>"})
    BOOST_TEST(added(reference + other).empty(), other);
  BOOST_TEST(added(reference + "<nav id=n1><a href=#r1>Back</a></nav>").empty());
  BOOST_TEST(added("<div id=n1>" + reference + "<p>Other.</p></div>").empty(), "the text itself");
}

BOOST_AUTO_TEST_CASE(many_links_take_little_time) {
  std::string body = "<p>";
  for (int i = 0; i < 20000; ++i) body += "<a href=#n1>x</a> ";
  body += "<div id=n1>";
  for (int i = 0; i < 20000; ++i) body += "<a href=#n2>y</a> ";
  const Document document = test::html(body);
  const PageView page(document);
  std::vector<char> runs(page.runs.size(), 1);
  BOOST_TEST(test::standard_seconds([&] { complete_footnotes(page, runs); }) < 0.5);
}

BOOST_AUTO_TEST_SUITE_END()
