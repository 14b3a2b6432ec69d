// Roles of a page's texts in its extraction (core/page/role.h).
#include "core/extract/detail/page_roles.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "tests/support/structures.h"
#include "tests/support/trees.h"

using namespace pith;

namespace {

// The texts inside of elements with the attribute.
NodeSet inside(const Document& page, std::string_view attribute) {
  NodeSet set(page);
  for (NodeId n = 0; n < page.size(); ++n)
    if (page.has_attribute(n, attribute)) set.add_subtree(page, n);
  return set;
}

// Chooses what the page calls content, and tells what the page calls its own.
class Obedient final : public Extractor {
 public:
  Extraction extract(const ExtractorInput& input) const override {
    return {.content = choose(input), .confidence = 0.9, .own = own_text(input)};
  }
  std::optional<NodeSet> own_text(const ExtractorInput& input) const override { return inside(input.page, "data-own"); }

 protected:
  NodeSet choose(const ExtractorInput& input) const override {
    NodeSet content = inside(input.page, "data-content");
    for (NodeId n = 0; n < input.page.size(); ++n)
      if (input.page[n].flags & Node::hidden) content.remove(n);
    return content;
  }
};

ExtractOptions options() {
  ExtractOptions out;
  out.extractor_name = "obedient/1";
  out.extractor = std::make_shared<const Obedient>();
  return out;
}

ExtractedPage extract(std::string_view html, const ExtractOptions& with = options()) {
  const Document page = test::html(html);
  return extract_page({.page = page}, with);
}

// "role words" of each entry of a structure that is not content's.
std::vector<std::string> rest_of(const std::string& structure) {
  std::vector<std::string> out;
  for (const auto& entry : test::unpacked(structure))
    if (entry.at("role") != "content")
      out.push_back(entry.at("role").get<std::string>() + " " + std::to_string(entry.at("words").get<int>()));
  return out;
}

using Rest = std::vector<std::string>;

constexpr std::string_view page =
    "<body><nav>Start Shop Contact</nav><main data-content data-own><h1>Rye bread</h1><p>Flour, water, salt and time."
    "</p></main><ul data-own><li>Baking<li>Long winter</ul><footer>Imprint</footer><p data-own hidden>Unseen words "
    "here";

}  // namespace

BOOST_AUTO_TEST_SUITE(page_roles)

BOOST_AUTO_TEST_CASE(every_visible_word_has_one_role) {
  const ExtractedPage out = extract(page);
  BOOST_TEST(out.blocks.text == "Rye bread\nFlour, water, salt and time.");
  BOOST_TEST(out.asides.text == "Baking\nLong winter");
  BOOST_TEST(out.template_text == "Start Shop Contact\nBaking\nLong winter\nImprint");
  BOOST_TEST(out.content_words == 7u);
  BOOST_TEST(out.aside_words == 3u);
  BOOST_TEST(out.template_words == 4u);
  BOOST_TEST(out.page_words == 14u);
  BOOST_TEST(rest_of(out.structure) == Rest({"aside 1", "aside 2", "template 4"}), boost::test_tools::per_element());
  BOOST_TEST(out.html.find("Baking") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_marks_and_configuration_take_out_has_no_role) {
  ExtractOptions o = options();
  o.exclude.push_back(*Selector::parse(".note"));
  o.keep.tables = false;
  const ExtractedPage out = extract(
      "<body><main data-content>Bread</main><div data-own><p>Tagged <!--googleoff: index-->secret1<!--googleon: "
      "index-->"
      "</p><p data-pagefind-ignore>secret2</p><p class=note>secret3</p><table><tr><td>secret4<td>x<tr><td>y<td>z"
      "</table></div><footer>Imprint <b data-elastic-exclude>secret5</b></footer>",
      o);
  BOOST_TEST(out.asides.text == "Tagged");
  BOOST_TEST(structure_json(out.structure)->find("table") == std::string::npos);
  BOOST_TEST(rest_of(out.structure).size() == 2u);
  BOOST_TEST(out.page_words > out.content_words + out.aside_words + out.template_words);
}

BOOST_AUTO_TEST_CASE(what_must_not_be_shown_is_in_no_stored_structure) {
  const ExtractedPage part = extract(
      "<body><main data-content><p>Bread</main><div data-own><p>Baking</p><p data-nosnippet>hush one two</p></div>"
      "<footer><p>Imprint</p><p data-nosnippet>hush</p></footer>");
  BOOST_TEST(part.asides.text == "Baking\nhush one two");
  BOOST_TEST(rest_of(part.structure) == Rest({"aside 1", "aside 3", "template 2"}), boost::test_tools::per_element());
  BOOST_REQUIRE(part.shown.has_value());
  BOOST_TEST(part.shown->blocks.text == "Bread");
  BOOST_TEST(rest_of(part.shown->structure) == Rest({"aside 1", "template 1"}), boost::test_tools::per_element());

  const ExtractedPage whole = extract("<meta name=robots content=nosnippet>" + std::string(page));
  BOOST_REQUIRE(whole.shown.has_value());
  BOOST_TEST(whole.shown->structure == "");
}

BOOST_AUTO_TEST_CASE(an_extractor_is_asked_for_roles_where_selectors_choose) {
  ExtractOptions o = options();
  o.include.push_back(*Selector::parse("h1"));
  const ExtractedPage out = extract(page, o);
  BOOST_TEST(out.reason == "selector");
  BOOST_TEST(out.asides.text == "Flour, water, salt and time.\nBaking\nLong winter");
  BOOST_TEST(out.template_words == 4u);
}

BOOST_AUTO_TEST_CASE(other_extractors_leave_it_to_siblings_and_tags) {
  ExtractOptions o = options();
  o.extractor = std::move(*make_extractor("density"));
  o.include.push_back(*Selector::parse("main"));
  BOOST_TEST(extract(page, o).asides.text == "Baking\nLong winter");
  const Document key = test::html(page), one = test::html("<nav>Start Shop Contact</nav><li>Long winter<li>Soup"),
                 two = test::html("<nav>Start Shop Contact</nav><li>Long winter<li>Tea");
  const Document* const siblings[] = {&one, &two};
  const ExtractedPage out = extract_page({.page = key, .siblings = siblings}, o);
  BOOST_TEST(out.asides.text == "Baking\nImprint");
}

// Whatever the extractor, also for pages that are kept whole.
BOOST_AUTO_TEST_CASE(roles_add_up) {
  for (const ExtractorInfo& info : extractors()) {
    ExtractOptions o = options();
    o.extractor = std::move(*make_extractor(std::string(info.name)));
    for (const std::string_view html : {page, std::string_view("<nav>One two"), std::string_view("<p>x<aside>y z")}) {
      const ExtractedPage out = extract(html, o);
      BOOST_TEST(out.content_words + out.aside_words + out.template_words == out.page_words, info.name);
      BOOST_TEST(out.page_words > 0u);
    }
  }
}

const std::string article =
    "<title>Whales</title><body><nav><a href=/>Home page</a></nav><article><h1>Whales</h1><p>The blue whale is the "
    "largest animal known to have ever existed on the planet, and it is not a fish.</p><p>It feeds almost only on "
    "krill, "
    "of which it eats several tons a day in summer, and then it travels far to the warm south.</p></article>"
    "<div class=comments><p>I saw one</p></div><div class=author-box><p>Ann dives</p></div><div "
    "class=related-posts><ul>"
    "<li><a href=/2>Sharks</a></ul></div><footer>Imprint</footer>";

BOOST_AUTO_TEST_CASE(what_keep_leaves_out_is_an_aside) {
  ExtractOptions o = options();
  o.extractor = std::move(*make_extractor("pith"));
  const auto has = [](const std::string& text, std::string_view line) {
    return ("\n" + text + "\n").find("\n" + std::string(line) + "\n") != std::string::npos;
  };
  const ExtractedPage as_it_is = extract(article, o);
  BOOST_TEST(has(as_it_is.blocks.text, "Whales"));
  for (const char* line : {"I saw one", "Ann dives", "Sharks"}) BOOST_TEST(has(as_it_is.asides.text, line), line);
  BOOST_TEST(as_it_is.template_words == 3u);
  o.keep = {.title = false, .related = true, .author_boxes = true};
  const ExtractedPage out = extract(article, o);
  for (const char* line : {"Whales", "I saw one"}) BOOST_TEST(has(out.asides.text, line), line);
  for (const char* line : {"Ann dives", "Sharks"}) BOOST_TEST(has(out.blocks.text, line), line);
  BOOST_TEST(out.template_words == 3u);
}

BOOST_AUTO_TEST_SUITE_END()
