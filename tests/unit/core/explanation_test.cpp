#include "core/extract/explanation.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/stop.h"
#include "core/dom/text_runs.h"
#include "core/extract/registry.h"
#include "core/extract/site/site_model.h"
#include "core/render/detail/block_scan.h"
#include "core/text/encoding.h"
#include "tests/support/explained.h"
#include "tests/support/odd_pages.h"
#include "tests/support/site_sample.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

ExtractOptions options(const std::string& extractor = "pith") {
  ExtractOptions o;
  o.extractor_name = extractor;
  o.extractor = std::move(*make_extractor(extractor));
  return o;
}

const std::string article =
    "<h1>Whales</h1><p>The blue whale is the largest animal known to have ever existed on the planet, and it is not a "
    "fish.</p>"
    "<p>It feeds almost only on krill, of which it eats several tons a day in summer, and then it travels far to the "
    "warm south.</p>";

Document page(const std::string& content) {
  return test::html(
      "<html lang=en><title>Whales</title><body><nav><a href=/>Home page</a> <a href=/news>News</a></nav><div id=c>" +
      content + "</div><footer><p>Imprint and contact</p></footer>");
}

const ExplainedBlock& block(const PageExplanation& explanation, const std::string& text) {
  for (const ExplainedBlock& b : explanation.blocks)
    if (b.text.find(text) != std::string::npos) return b;
  BOOST_FAIL("no block with " << text);
  return explanation.blocks.front();
}

std::string_view verdict(const PageExplanation& explanation, const std::string& text) {
  return name_of(block(explanation, text).verdict);
}

std::vector<Document> siblings() {
  std::vector<Document> out;
  for (const char* content :
       {"<h1>Ants</h1><p>Ants live in colonies of many thousands, and each of them has its work to do there.</p>",
        "<h1>Owls</h1><p>Owls hunt at night, and their feathers make no sound at all when they fly over the "
        "fields.</p>",
        "<h1>Bees</h1><p>Bees dance to tell the others where flowers are to be found, and how far it is to them.</p>"})
    out.push_back(page(content));
  return out;
}

std::vector<const Document*> pointers(const std::vector<Document>& documents) {
  std::vector<const Document*> out;
  for (const Document& document : documents) out.push_back(&document);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(explanation_suite)

BOOST_AUTO_TEST_CASE(content_is_what_extraction_takes) {
  const std::vector<Document> others = siblings();
  const auto check = [&](const Document& document, const std::string& what) {
    for (const char* extractor : {"pith", "conex", "density", "menus"}) {
      const ExtractOptions o = options(extractor);
      for (const std::vector<const Document*>& with : {std::vector<const Document*>(), pointers(others)})
        test::check_explains(explain_page({.page = document, .siblings = with}, o),
                             extract_page({.page = document, .siblings = with}, o), what + ", " + extractor);
    }
  };
  for (const auto& [name, source] : test::odd_pages())
    if (source.size() < 40'000) check(test::html(source), name);
  for (const auto& file : std::filesystem::directory_iterator(PITH_FIXTURES "/render")) {
    if (file.path().extension() != ".html") continue;
    std::ifstream in(file.path(), std::ios::binary);
    check(test::html(std::string(std::istreambuf_iterator<char>(in), {})), file.path().filename());
  }
  test::RandomPages random(7);
  for (int i = 0; i < 60; ++i) check(random.page(60), "random page " + std::to_string(i));
  check(page(article), "article");
}

BOOST_AUTO_TEST_CASE(reasons_cut_no_character) {
  for (const std::string prefix : {"x", "xy"}) {  // two-byte characters, at odd and at even positions
    std::string tag = prefix;
    for (int i = 0; i < 40; ++i) tag += "\u00E9";
    const Document document = page("<" + tag + ">" + article + "</" + tag + ">");
    const PageExplanation explanation = explain_page({.page = document}, options());
    bool named = false;
    for (const ExplainedBlock& b : explanation.blocks)
      for (const Reason& reason : b.reasons) {
        BOOST_TEST(is_valid_utf8(reason.text), reason.text);
        named = named || reason.text.find("<" + prefix + "\u00E9") != std::string::npos;
      }
    BOOST_TEST(named);
  }
}

BOOST_AUTO_TEST_CASE(every_visible_text_is_in_one_block) {
  test::RandomPages random(11);
  for (int i = 0; i < 200; ++i) {
    const Document document = random.page(80);
    std::string expected, actual;
    for (NodeId n = 0; n < document.size(); ++n) {
      if (is_tool(document, n))
        n = document.end_of(n) - 1;
      else if (is_visible_text(document[n]))
        expected += test::ink_of(document.text(n));
    }
    NodeId last = 0;
    const ExtractOptions o = options("conex");
    for (const ExplainedBlock& b : explain_page({.page = document}, o).blocks) {
      BOOST_TEST(b.begin >= last);
      last = b.end;
      if (!(document[b.begin].flags & Node::hidden)) actual += test::ink_of(b.text);
    }
    BOOST_TEST(actual == expected);
  }
}

BOOST_AUTO_TEST_CASE(words_of_code_stay_apart) {
  const Document key = page(article + "<pre><span>sudo</span> <span>apt</span>\n<span>install</span></pre>");
  BOOST_TEST(block(explain_page({.page = key}, options()), "sudo").text == "sudo apt install");
}

BOOST_AUTO_TEST_CASE(what_siblings_repeat_is_template) {
  const std::vector<Document> others = siblings();
  const PageExplanation e =
      explain_page({.page = page(article + "<aside><p><a href=/weather>Weather today</a></p></aside>"),
                    .siblings = pointers(others)},
                   options());
  BOOST_TEST(e.compared == 3u);
  BOOST_TEST(verdict(e, "Imprint") == "template");
  BOOST_TEST(block(e, "Imprint").on_pages == 3u);
  BOOST_TEST(block(e, "Imprint").reasons.front().text == "on 3 of 3 pages compared with");
  BOOST_TEST(verdict(e, "largest animal") == "content");
  BOOST_TEST(block(e, "largest animal").on_pages == 0u);
  BOOST_TEST(verdict(e, "Weather") == "template");
  BOOST_TEST(block(e, "Imprint").path == "html/body/footer/p");
  BOOST_REQUIRE(e.threshold.has_value());
  for (const ExplainedBlock& b : e.blocks)
    BOOST_TEST((*b.probability >= *e.threshold) == (b.verdict == Verdict::content), b.text);
  BOOST_TEST((block(e, "Whales").region == Region::heading));
}

BOOST_AUTO_TEST_CASE(copies_are_no_pages_to_compare_with) {
  std::vector<Document> others;
  for (int i = 0; i < 4; ++i)
    others.push_back(page("<p>Page number " + std::string(static_cast<std::size_t>(i + 1), 'x') + "</p>" +
                          (i < 2 ? "<p>Half of us</p>" : "") + (i < 1 ? "<p>One of us</p>" : "")));
  others.push_back(page(article + "<p>One of us</p>"));
  const std::string filler =
      "<p>Krill are small animals of the open sea that drift with the currents in great swarms, and many others live "
      "by eating them.</p>";
  others.push_back(page(article + filler));
  const PageExplanation e =
      explain_page({.page = page(article + filler + "<p>Half of us</p><p>One of us</p>"), .siblings = pointers(others)},
                   options("plain"));
  BOOST_TEST(e.compared == 4u);
  BOOST_TEST(block(e, "Half of us").on_pages == 2u);
  BOOST_TEST(block(e, "One of us").on_pages == 1u);
}

BOOST_AUTO_TEST_CASE(verdicts_tell_the_roles) {
  std::vector<Document> others;
  for (const char* tag : {"Insects", "Birds", "Fish", "Birds"})
    others.push_back(page("<p>Text about " + std::string(tag) + "</p><ul class=tags><li>" + tag + "</ul>"));
  const Document key = page(article + "<ul class=tags><li>Fish</ul>");
  for (const char* extractor : {"pith", "conex"}) {
    ExtractOptions o = options(extractor);
    o.include.push_back(*Selector::parse("#c > p"));
    const PageExplanation e = explain_page({.page = key, .siblings = pointers(others)}, o);
    BOOST_TEST_CONTEXT(extractor) {
      BOOST_TEST(verdict(e, "krill") == "content");
      BOOST_TEST(verdict(e, "Imprint") == "template");
      BOOST_TEST(verdict(e, "Home page") == "template");
      BOOST_TEST(verdict(e, "Fish") == "aside");
      BOOST_TEST(block(e, "Fish").on_pages == 1u);
      BOOST_TEST(e.of(Verdict::aside).words == e.page.aside_words);
      BOOST_TEST(e.of(Verdict::site_template).words == e.page.template_words);
    }
  }
}

BOOST_AUTO_TEST_CASE(marks_and_configuration_are_named) {
  ExtractOptions o = options();
  o.exclude.push_back(*Selector::parse(".note"));
  o.keep.tables = false;
  const std::string extra =
      "<p>Shown to all<!--googleoff: index--><b>off the index</b><!--googleon: index--></p><p class=note>A note of the "
      "editor</p>"
      "<table><tr><th>Name<th>Weight<tr><td>Blue whale<td>150 t</table><p data-pagefind-ignore>Ignored by "
      "pagefind</p><nav hidden><a href=/x>Nobody sees this</a></nav>";
  const PageExplanation e = explain_page({.page = page(article + extra)}, o);
  BOOST_TEST(block(e, "off the index").by == "googleoff");
  BOOST_TEST(verdict(e, "off the index") == "marked");
  BOOST_TEST(block(e, "Shown to all").text == "Shown to all");
  BOOST_TEST(block(e, "Ignored by").by == "pagefind");
  BOOST_TEST(block(e, "note of the editor").by == "extract.exclude");
  BOOST_TEST(verdict(e, "note of the editor") == "excluded");
  BOOST_TEST(block(e, "150 t").by == "extract.keep_tables");
  BOOST_TEST(verdict(e, "Nobody sees") == "hidden");
}

BOOST_AUTO_TEST_CASE(noindex_and_selectors_decide_for_all) {
  const Document quiet = test::html("<meta name=robots content=noindex><body>" + article);
  const PageExplanation e = explain_page({.page = quiet}, options());
  BOOST_TEST((e.page.status == Status::skipped));
  BOOST_TEST(e.of(Verdict::marked).blocks == e.blocks.size());
  BOOST_TEST(block(e, "krill").by == "robots_meta");
  BOOST_TEST(block(explain_page({.page = page(article), .robots = "noindex"}, options()), "krill").by ==
             "robots_header");
  ExtractOptions o = options();
  o.include.push_back(*Selector::parse("h1"));
  const PageExplanation selected = explain_page({.page = page(article)}, o);
  BOOST_TEST(block(selected, "Whales").reasons.front().text == "extract.include selects it");
  BOOST_TEST(block(selected, "krill").reasons.back().text == "outside of what extract.include selects");
}

BOOST_AUTO_TEST_CASE(links_of_headings_to_themselves_are_left_out) {
  const PageExplanation e = explain_page({.page = page("<h1>Whales<a href=#w>¶</a></h1>" + article)}, options());
  for (const ExplainedBlock& b : e.blocks) BOOST_TEST(b.text.find("¶") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_site_model_tells_how_many_pages) {
  std::vector<SampledPage> sample;
  const SiteModel::SiteAnalysers analysers = test::half_analyser();
  std::vector<Document> others = siblings();
  others.push_back(page("<h1>Elks</h1><p>Imprint is a word here.</p>"));
  for (std::size_t i = 0; i < others.size(); ++i) {
    const PageView view(others[i]);
    sample.push_back(test::sampled_page(i + 1, view, analysers));
  }
  const SiteModel model(std::move(sample), analysers);
  const PageExplanation e = explain_page({.page = page(article), .site = {&model, 99}}, options());
  BOOST_TEST(e.same_template);
  BOOST_TEST(block(e, "Imprint").reasons.front().text == "on 4 of 4 pages of this template");
  BOOST_TEST(explain_page({.page = others[0], .site = {&model, 1}}, options()).compared == 3u,
             "a page is not compared with itself");
}

BOOST_AUTO_TEST_CASE(asking_why_changes_nothing) {
  const std::vector<Document> others = siblings();
  const Document key = page(article);
  ExtractionTrace trace(key);
  const ExtractedPage with = extract_page({.page = key, .siblings = pointers(others), .trace = &trace}, options()),
                      without = extract_page({.page = key, .siblings = pointers(others)}, options());
  BOOST_TEST(with.structure == without.structure);
  BOOST_TEST(with.confidence == without.confidence);
  BOOST_TEST(!trace.judged.runs.empty());
}

BOOST_AUTO_TEST_CASE(an_explanation_ends_where_it_is_told_to) {
  struct Told final : Stop {
    bool now() override { return asked++ >= at; }
    std::size_t at = 0, asked = 0;
  };
  const Document key = page(article);
  Told never;
  never.at = 1'000'000;
  BOOST_TEST(!explain_page({.page = key, .stop = &never}, options()).blocks.empty());
  for (std::size_t at = 0; at < never.asked; ++at) {
    Told told;
    told.at = at;
    const PageExplanation cut = explain_page({.page = key, .stop = &told}, options());
    BOOST_TEST(cut.blocks.empty());
  }
}

BOOST_AUTO_TEST_CASE(other_extractors_tell_no_probability) {
  const std::vector<Document> others = siblings();
  const PageExplanation e = explain_page({.page = page(article), .siblings = pointers(others)}, options("conex"));
  BOOST_TEST(!block(e, "krill").probability);
  BOOST_TEST(!e.threshold.has_value());
  BOOST_TEST(block(e, "krill").reasons.front().text == "25 words");
  BOOST_TEST(block(e, "Home page").reasons.back().text == "link density 1.00");
}

BOOST_AUTO_TEST_SUITE_END()
