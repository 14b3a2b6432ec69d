#include "core/extract/extract_page.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "core/dom/text_runs.h"
#include "core/extract/registry.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

ExtractOptions options() {
  ExtractOptions o;
  o.extractor_name = "conex/1";
  o.extractor = std::move(*make_extractor("conex"));
  return o;
}

ExtractedPage run(const Document& key, std::vector<const Document*> siblings, const ExtractOptions& o = options()) {
  const Url url = *parse_url("http://h/k.html");
  return extract_page({.page = key, .siblings = siblings, .url = &url}, o);
}

constexpr const char* menu = "<nav><a href=/>Home</a> <a href=/news>News</a></nav>";
constexpr const char* foot = "<footer>Imprint and contact</footer>";

Document page(const std::string& content) {
  return test::html("<html lang=en><title>T</title><body>" + std::string(menu) + "<div id=c>" + content + "</div>" +
                    foot);
}

const std::string article =
    "<h1>Whales</h1><p>The blue whale is the largest animal known to have ever existed on the planet.</p>"
    "<p>It feeds almost only on krill, of which it eats several tons a day in summer.</p>";

}  // namespace

BOOST_AUTO_TEST_SUITE(extract_page_suite)

BOOST_AUTO_TEST_CASE(with_siblings_the_template_goes) {
  const Document key = page(article), a = page("<h1>Ants</h1><p>Ants live in colonies.</p>"), b = page("<h1>Owls</h1>");
  const ExtractedPage out = run(key, {&a, &b});
  BOOST_TEST((out.status == Status::main));
  BOOST_TEST(out.reason == "ok");
  BOOST_TEST(out.blocks.text.find("blue whale") != std::string::npos);
  BOOST_TEST(out.blocks.text.find("Home") == std::string::npos);
  BOOST_TEST(out.template_text == "Home News\nImprint and contact");
  BOOST_TEST(out.siblings_used == 2u);
  BOOST_TEST(out.page_words == out.content_words + 5u);
  BOOST_TEST(out.metadata.language == "en");
  BOOST_TEST(out.confidence >= 0.5);
}

// Says yes the n-th time that it is asked.
struct StopAt final : Stop {
  explicit StopAt(std::size_t n) : n(n) {}
  bool now() override { return ++asked >= n; }
  std::size_t n, asked = 0;
};

BOOST_AUTO_TEST_CASE(an_extraction_ends_where_it_is_told_to) {
  const Document key = page(article), a = page("<h1>Ants</h1><p>Ants live in colonies.</p>");
  const std::vector<const Document*> siblings = {&a};
  for (const char* name : {"pith", "conex", "rtdm_td"}) {
    ExtractOptions o = options();
    o.extractor = std::move(*make_extractor(name));
    StopAt never(~std::size_t{0});
    const ExtractedPage whole = extract_page({.page = key, .siblings = siblings, .stop = &never}, o);
    BOOST_TEST(whole.html == extract_page({.page = key, .siblings = siblings}, o).html);
    BOOST_TEST(never.asked >= 4u);
    for (std::size_t n = 1; n <= never.asked; ++n) {
      StopAt stop(n);
      const ExtractedPage out = extract_page({.page = key, .siblings = siblings, .stop = &stop}, o);
      BOOST_TEST((out.status == Status::skipped));
      BOOST_TEST(out.reason == "too_slow");
      BOOST_TEST(out.html.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(without_siblings_a_simple_rule_chooses) {
  const ExtractedPage out = run(page(article), {});
  BOOST_TEST((out.status == Status::fallback));
  BOOST_TEST(out.reason == "no_siblings");
  BOOST_TEST(out.blocks.text.find("krill") != std::string::npos);
  BOOST_TEST(out.blocks.text.find("Imprint") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_choice_that_misses_most_of_the_own_text_is_not_trusted) {
  // Both paragraphs map to paragraphs of the sibling, so conex's branch is one of many small ones.
  std::string many, others;
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    many += "<section><p>Own sentence number " + number + " with quite a few words in it.</p></section>";
    others += "<section><p>Another text " + number + " that the sibling has instead.</p></section>";
  }
  const Document key = page(many), a = page(others), b = page("<section><p>Third.</p></section>" + others);
  const ExtractedPage out = run(key, {&a, &b});
  BOOST_TEST((out.status == Status::fallback));
  BOOST_TEST(out.reason == "narrow");
  for (int i = 0; i < 8; ++i) BOOST_TEST(out.blocks.text.find("number " + std::to_string(i)) != std::string::npos);
  BOOST_TEST(out.blocks.text.find("Imprint") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_page_of_navigation_only_is_kept_whole) {
  const Document key = test::html("<body><nav>One two three</nav><footer>four</footer>");
  const ExtractedPage out = run(key, {});
  BOOST_TEST((out.status == Status::whole));
  BOOST_TEST(out.reason == "nothing_chosen");
  BOOST_TEST(out.blocks.text == "One two three\nfour");
}

BOOST_AUTO_TEST_CASE(a_page_without_text_is_skipped) {
  for (const char* html :
       {"", "<p> </p>", "<body><noscript>x</noscript>", "<p>!!! --- * * +</p>", "<p>👩‍🚀 🎉</p>"}) {
    const ExtractedPage out = run(test::html(html), {});
    BOOST_TEST((out.status == Status::skipped), html);
    BOOST_TEST(out.reason == "empty");
  }
  BOOST_TEST(run(test::html("<script>x</script>"), {}).reason == "needs_script");
  BOOST_TEST(run(test::html("<meta http-equiv=refresh content='0; url=/new'>"), {}).reason == "client_redirect");
  BOOST_TEST(run(test::html("<rss><channel><title>x</title></channel></rss>"), {}).reason == "feed");
}

BOOST_AUTO_TEST_CASE(readings_are_found_but_are_no_text) {
  const ExtractedPage out =
      run(page("<h1>Words</h1><p>その<ruby>表<rp>(</rp><rt>ひょう</rt><rp>)</rp>示<rt>じ</rt></ruby>が<a "
               "href=/x>消<ruby>え<rt>x</rt></ruby></a>た。"),
          {});
  BOOST_TEST(out.blocks.text.find("その表示が消えた") != std::string::npos, out.blocks.text);
  BOOST_TEST(out.anchors == "消え\nひょうじ\nx");
  BOOST_TEST(out.html.find("<ruby>表<rp>(</rp><rt>ひょう</rt><rp>)</rp>示<rt>じ</rt></ruby>") != std::string::npos,
             out.html);
  BOOST_TEST(out.markdown.find("その表示が") != std::string::npos, out.markdown);
}

BOOST_AUTO_TEST_CASE(selectors_of_the_user_come_first) {
  ExtractOptions o = options();
  o.include.push_back(*Selector::parse("p"));
  o.exclude.push_back(*Selector::parse("p.ad"));
  const Document key = page("<h1>H</h1><p>kept text</p><p class=ad>buy</p>");
  const ExtractedPage out = run(key, {}, o);
  BOOST_TEST((out.status == Status::main));
  BOOST_TEST(out.reason == "selector");
  BOOST_TEST(out.blocks.text == "kept text");
}

BOOST_AUTO_TEST_CASE(selectors_that_leave_no_text) {
  const std::string text = "<h1>H</h1><p>kept text</p>";
  for (const char* nothing :
       {"<img class=it src=a.png>", "<div class=it></div>", "<div class=it> <br> </div>",
        "<div class=it hidden>not seen</div>", "<div class=it>— · —</div>", "<script class=it>x()</script>"}) {
    ExtractOptions o = options();
    o.include.push_back(*Selector::parse(".it"));
    const ExtractedPage out = run(page(text + nothing), {}, o);
    BOOST_TEST(out.reason != "selector", nothing);
    BOOST_TEST(out.blocks.text.find("kept text") != std::string::npos, nothing);
  }
  ExtractOptions o = options();
  o.include.push_back(*Selector::parse("p"));
  o.exclude.push_back(*Selector::parse("main"));
  const ExtractedPage out = run(test::html("<title>T</title><main>" + text + "</main>"), {}, o);
  BOOST_TEST((out.status == Status::skipped));
  BOOST_TEST(out.reason == "empty");
  BOOST_TEST(out.confidence == 0);
}

// A dialog shown before the page hides it from readers until they have answered.
BOOST_AUTO_TEST_CASE(hidden_main_content_counts) {
  std::string story = "<h1>Lighthouse to be repaired</h1>";
  for (const char* paragraph :
       {"The harbour authority said on Tuesday that the old lighthouse would be repaired before winter, after a survey "
        "found cracks in its granite base.",
        "The work, which will cost two million, is to begin in April; until then ships are asked to keep away from the "
        "pier, and visitors are not let in.",
        "It was built in 1861, and has been hit by lightning five times since, as the keeper told reporters. Nobody "
        "was "
        "ever hurt by that."})
    story += "<p>" + std::string(paragraph) + "</p>";
  std::string dialog = "<div class=cookie-overlay role=dialog><h2>We value your privacy</h2>";
  for (int i = 0; i < 3; ++i)
    dialog += "<p>We and our partners store information on a device, such as cookies, and process personal data.</p>";
  const Document key = test::html("<title>Lighthouse to be repaired</title><body>" + std::string(menu) + dialog +
                                  "<button>Accept</button></div><div id=page aria-hidden=true><main><article>" + story +
                                  "</article></main></div>" + foot);
  ExtractOptions learned;
  learned.extractor_name = "pith/0";
  learned.extractor = std::move(*make_extractor("pith"));
  const ExtractedPage out = run(key, {}, learned);
  BOOST_TEST((out.status == Status::main));
  BOOST_TEST(out.blocks.text.find("granite base") != std::string::npos);
  BOOST_TEST(out.blocks.text.find("cookies") == std::string::npos);
  BOOST_TEST(out.content_words > 70u);
  BOOST_TEST(out.page_words > out.content_words + 40u);

  learned.max_words = 60;
  BOOST_TEST(run(key, {}, learned).reason == "too_much_text");
}

BOOST_AUTO_TEST_CASE(kinds_of_content_can_be_switched_off) {
  const std::string content = article + "<table><tr><th>a<th>b<tr><td>cell<td>two</table><pre>code</pre>";
  const Document key = page(content), a = page("<h1>x</h1>"), b = page("<h1>y</h1>");
  ExtractOptions o = options();
  BOOST_TEST(run(key, {&a, &b}, o).blocks.text.find("cell") != std::string::npos);
  o.keep.tables = o.keep.code = false;
  const ExtractedPage out = run(key, {&a, &b}, o);
  BOOST_TEST(out.blocks.text.find("cell") == std::string::npos);
  BOOST_TEST(out.blocks.text.find("code") == std::string::npos);
  BOOST_TEST(out.blocks.text.find("krill") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(runs_end_at_block_boundaries) {
  const Document d = test::html("<div>a <b>b</b> c<p>d</p>e<br>f</div><ul><li>g<li>h</ul>");
  std::vector<std::string> texts;
  for (const TextRun& run : text_runs(d)) {
    std::string text;
    for (NodeId n = run.begin; n < run.end; ++n) text += d.text(n);
    texts.push_back(text);
  }
  const std::vector<std::string> expected = {"a b c", "d", "ef", "g", "h"};
  BOOST_TEST(texts == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(repeated_text_is_found_and_copies_do_not_count) {
  const Document key = page(article);
  const auto runs = text_runs(key);
  const Document a = page("<p>x</p>"), b = page("<p>y</p>"), copy = page(article + "<p>more</p>"),
                 copy2 = page(article + "<p>still more</p>");
  const auto count = [&](std::vector<const Document*> siblings) {
    std::size_t found = 0;
    for (const bool repeated : repeated_runs(runs, siblings)) found += repeated;
    return found;
  };
  BOOST_TEST(count({&a}) == 0u);      // one sibling is not enough
  BOOST_TEST(count({&a, &b}) == 2u);  // menu and footer
  BOOST_TEST(count({&a, &b, &b}) == 2u);
  // The article's two paragraphs have fewer than 20 words each: too short to count as a copy.
  std::string longer;
  for (int i = 0; i < 3; ++i)
    longer += "<p>" + std::string(i + 1, 'q') +
              " one two three four five six seven eight nine ten eleven twelve thirteen "
              "fourteen fifteen sixteen seventeen eighteen nineteen twenty</p>";
  const Document original = page(longer), reprint = page(longer), reprint2 = page(longer + "<p>!</p>");
  const auto original_runs = text_runs(original);
  const Document* siblings[] = {&reprint, &reprint2, &a, &b};
  std::size_t found = 0;
  for (const bool repeated : repeated_runs(original_runs, siblings)) found += repeated;
  BOOST_TEST(found == 2u);
}

BOOST_AUTO_TEST_CASE(the_same_input_gives_the_same_output) {
  const Document key = page(article), a = page("<h1>Ants</h1>"), b = page("<h1>Owls</h1>");
  const ExtractedPage one = run(key, {&a, &b}), two = run(key, {&a, &b});
  BOOST_TEST(one.blocks.text == two.blocks.text);
  BOOST_TEST(one.structure == two.structure);
  BOOST_TEST(one.confidence == two.confidence);
}

// A template declares the language of its author.
BOOST_AUTO_TEST_CASE(the_language_is_that_of_the_text) {
  const auto language = [](const std::string& text) {
    return run(test::html("<html lang=en><body><main><p>" + text + "</p></main></body>"), {}).metadata.language;
  };
  BOOST_TEST(language("Der Ausschuss teilte am Dienstag mit, dass er die Angelegenheit erneut prüfen werde.") == "de");
  BOOST_TEST(language("The committee said on Tuesday that it would look into the matter again next year.") == "en");
  BOOST_TEST(language("Ok") == "en");
}

BOOST_AUTO_TEST_SUITE_END()
