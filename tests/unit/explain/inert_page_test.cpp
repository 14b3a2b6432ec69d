#include "plugin/explain/inert_page.h"

#include <array>
#include <boost/test/unit_test.hpp>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "core/extract/registry.h"
#include "core/text/html_escape.h"
#include "plugin/explain/explain.h"
#include "tests/support/hostile_pages.h"
#include "tests/support/odd_pages.h"
#include "tests/support/trees.h"
#include "tests/unit/main_content/random_pages.h"

using namespace pith;

namespace {

explain::ExplainedPage explained(const std::string& html, const std::string& url = "http://h.example/") {
  ExtractOptions options;
  options.extractor_name = "pith";
  options.extractor = std::move(*make_extractor("pith"));
  auto document = std::make_shared<const Document>(test::html(html));
  PageExplanation explanation = explain_page({.page = *document}, options);
  return {url, std::move(document), std::move(explanation)};
}

// Checks that the document, parsed again, has only elements and attributes that display something.
void check_inert(const std::string& html, const std::string& what) {
  static const std::set<std::string_view> forbidden = {
      "script",  "iframe",   "frame",    "frameset", "object", "embed",  "applet",  "link",  "base",   "form",
      "input",   "button",   "svg",      "math",     "img",    "image",  "video",   "audio", "source", "track",
      "picture", "template", "noscript", "textarea", "select", "portal", "animate", "set",   "use"};
  static const std::set<std::string_view> attributes = {"class",   "title",   "data-why", "data-verdict", "tabindex",
                                                        "colspan", "rowspan", "start",    "dir",          "lang"};
  const Document page = test::html(html);
  int metas = 0, styles = 0;
  for (NodeId n = 0; n < page.size(); ++n) {
    if (page[n].is_text()) continue;
    BOOST_TEST(!forbidden.contains(page.tag_name(n)), what << ": <" << page.tag_name(n) << ">");
    metas += page[n].tag == Tag::meta;
    styles += page[n].tag == Tag::style;
    if (page[n].tag == Tag::meta) continue;
    for (const Document::Attribute& a : page.attributes(n))
      BOOST_TEST(attributes.contains(page.name(a)), what << ": " << page.name(a));
    BOOST_TEST((page.attribute(n, "tabindex").empty() || page.attribute(n, "tabindex") == "0"), what);
  }
  BOOST_TEST((metas == 2 && styles == 1), what << ": metas and styles are ours");
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inert_pages)

BOOST_AUTO_TEST_CASE(nothing_of_a_hostile_page_acts) {
  const auto pages = test::hostile_pages(PITH_FIXTURES "/explain/hostile.txt", "owned()", "http://127.0.0.1:9");
  BOOST_TEST(pages.size() > 40u);
  for (const auto& page : pages) {
    const explain::ExplainedPage shown = explained(page.html, page.url);
    const std::string inner = explain::inert_page(*shown.document, shown.explanation.blocks);
    check_inert(inner, page.payload);
    BOOST_TEST(inner.find("The blue whale") != std::string::npos, page.payload);

    const std::string whole = explain::explanation_html(shown);
    const Document parsed = test::html(whole);
    int frames = 0;
    for (NodeId n = 0; n < parsed.size(); ++n) {
      if (parsed[n].is_text()) continue;
      const std::string_view tag = parsed.tag_name(n);
      BOOST_TEST((tag != "script" && tag != "img" && tag != "link" && tag != "object" && tag != "a" && tag != "form"),
                 page.payload << ": <" << tag << ">");
      for (const Document::Attribute& a : parsed.attributes(n))
        BOOST_TEST(!parsed.name(a).starts_with("on"), page.payload << ": " << parsed.name(a));
      if (tag != "iframe") continue;
      ++frames;
      BOOST_TEST((parsed.has_attribute(n, "sandbox") && parsed.attribute(n, "sandbox").empty()),
                 page.payload << ": a sandbox that allows nothing");
      check_inert(std::string(parsed.attribute(n, "srcdoc")), page.payload + ", in the frame");
    }
    BOOST_TEST(frames == 2, page.payload);
    BOOST_TEST(count(whole, "Content-Security-Policy") == 3u, page.payload);
  }
}

BOOST_AUTO_TEST_CASE(odd_and_random_pages_are_inert_and_keep_their_text) {
  for (const auto& [name, source] : test::odd_pages()) {
    if (source.size() > 40'000) continue;
    const explain::ExplainedPage shown = explained(source);
    check_inert(explain::inert_page(*shown.document, shown.explanation.blocks), name);
  }
  test::RandomPages random(21);
  for (int i = 0; i < 60; ++i) {
    const Document document = random.page(60);
    const std::string html = explain::inert_page(document, {});
    check_inert(html, "random page");
  }
}

BOOST_AUTO_TEST_CASE(blocks_are_tinted_and_say_why) {
  const explain::ExplainedPage shown = explained(
      "<body><nav><a href=/>Home page</a></nav><article><h1>Whales</h1><p>The blue <b>whale</b> is the largest animal "
      "known to have ever existed, "
      "and it is not a fish.</p><p>It feeds almost only on krill, of which it eats several tons a day in "
      "summer.</p></article>");
  const std::string html = explain::inert_page(*shown.document, shown.explanation.blocks);
  for (const ExplainedBlock& block : shown.explanation.blocks) {
    std::string why = std::string(name_of(block.verdict)) + ": " + explain::reasons_text(block), escaped;
    append_escaped(escaped, why);
    BOOST_TEST(html.find("title=\"" + escaped + "\" data-why=\"" + escaped + "\"") != std::string::npos, why);
  }
  BOOST_TEST(count(html, "tabindex=\"0\"") == shown.explanation.blocks.size(), "the keyboard reaches each block once");
  BOOST_TEST(html.find("<p class=\"v-content\"") != std::string::npos);
  BOOST_TEST(html.find("<nav class=\"v-template v-label\"") != std::string::npos);
  BOOST_TEST(html.find(">The blue <b>whale</b> is the largest") != std::string::npos,
             "an element that is all one block is tinted as a whole");
}

BOOST_AUTO_TEST_CASE(images_become_alternative_texts_and_hidden_texts_stay_out) {
  const explain::ExplainedPage shown = explained(
      "<body><p>Seen words<img src=a.png alt='A \"whale\"'></p><p style='display:none'>Unseen</p><table><tr><td "
      "colspan=2 rowspan=x>cell</table>");
  const std::string html = explain::inert_page(*shown.document, {});
  BOOST_TEST(html.find("image: <bdi>A &quot;whale&quot;</bdi>") != std::string::npos);
  BOOST_TEST(html.find("Unseen") == std::string::npos);
  BOOST_TEST(html.find("<td colspan=\"2\">") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(texts_of_the_page_reorder_nothing_but_themselves) {
  std::string words = "\u202EWhales";
  for (int i = 0; i < 60; ++i) words += " swim" + std::to_string(i);
  const explain::ExplainedPage shown =
      explained("<html><head><title>\u202Ewhales</title></head><body><main><p>" + words +
                " \u2066</p><p>See <img src=a.png alt='\u202Ea\u2066'></p></main>");
  const std::string html = explain::explanation_html(shown);
  BOOST_TEST(html.find("<title>Why: whales</title>") != std::string::npos);
  BOOST_TEST(html.find("<td><bdi>\u202EWhales swim0") != std::string::npos);
  BOOST_TEST(html.find("</bdi>…<div") != std::string::npos);
  BOOST_TEST(explain::inert_page(*shown.document, {}).find("image: <bdi>\u202Ea\u2066\u2069</bdi></span>") !=
             std::string::npos);
}

BOOST_AUTO_TEST_SUITE_END()
