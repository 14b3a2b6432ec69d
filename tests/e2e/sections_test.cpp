// Hits that lead to sections, and lines of a template above the hits: on the terminal, as JSON, over HTTP.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "tests/e2e/serving.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

const std::string host = "http://museum.example", visit = host + "/visit.html";

// As templated(), with a footer that has what main content lacks.
std::string with_footer(const std::string& title, const std::string& content) {
  std::string page = templated(title, content);
  const std::string footer = "<div class=\"footer\">";
  page.insert(page.find(footer) + footer.size(),
              "<p>Phone: 042-10&lt;b&gt;50&amp;00</p><p>Opening hours: 9-17</p><p>Ramp: door 3</p>");
  return page;
}

std::string paragraph(int number, const std::string& words) {
  return "<p>" + words + " Chapter " + article_word(number) +
         " of the guide tells more about it, with all that visitors of the museum should know before they come.</p>";
}

// Articles, and a page whose sections have ids, or none, or hostile ones.
struct Museum {
  Museum() : serving((fill(), project)) {}

  void fill() const {
    std::string lines;
    for (int number = 1; number <= 8; ++number)
      lines += page_line(host + article_target(number),
                         with_footer("Chapter " + std::to_string(number),
                                     "<h1>Chapter " + std::to_string(number) + "</h1>" + article_text(number)));
    lines += page_line(
        visit,
        with_footer("Before the voyage",
                    "<h1>Before the voyage</h1>" + paragraph(51, "The lighthouse keeper waits for all of them.") +
                        "<h2 id=\"ramp\">The wheelchair ramp</h2>" + paragraph(52, "A ramp leads to the quay.") +
                        "<h2>Guided tours - weekly</h2>" + paragraph(53, "A gryphon shows the cellar.") +
                        "<h2 id='a\"&lt;b&gt;'>Zymurgy &lt;i&gt; &amp; malt</h2>" +
                        paragraph(54, "Beer is brewed by the basilisk there.") + "<h2 id=\"dog\">Walrus and dog</h2>" +
                        paragraph(55, "A walrus sleeps, a walrus eats, a walrus dives, a walrus dreams.") +
                        "<h2 id=\"cat\">Walrus and cat</h2>" +
                        paragraph(56, "A walrus eats, a walrus dives, a walrus dreams.") + "<h2>Walrus and cow</h2>" +
                        paragraph(57, "A walrus dives, a walrus dreams.") + "<h2 id=\"owl\">Walrus and owl</h2>" +
                        paragraph(58, "A walrus dreams.")));
    write_file(project / "pages.jsonl", lines);
    project.must({"ingest", project / "pages.jsonl"});
  }

  // The first hit of the command; over HTTP it is the same.
  json first(const std::string& query) const {
    const json found = project.json({"search", query}), served = serving.search("q=" + query);
    BOOST_REQUIRE_MESSAGE(!found.at("hits").empty(), query);
    BOOST_TEST(served.at("hits") == found.at("hits"), served.dump() << "\n  and\n" << found.dump());
    return found.at("hits").at(0);
  }

  // The text of the template's line, the same as command and over HTTP; empty if there is none.
  std::string line(const std::string& query) const {
    const json found = json::parse(project.pith({"search", "--json", query}).out);
    const json served = serving.search("q=" + query);
    BOOST_TEST(served.contains("template") == found.contains("template"));
    if (!found.contains("template")) return {};
    BOOST_TEST(served.at("template") == found.at("template"), served.dump() << "\n  and\n" << found.dump());
    BOOST_TEST(found.at("template").at("site") == "museum.example");
    std::string text;
    for (const json& piece : found.at("template").at("line")) text += piece.at("text").get<std::string>();
    return text;
  }

  std::string terminal(const std::string& query) const { return project.pith({"search", query}).out; }
  std::string page(const std::string& query) const { return serving.get("/?q=" + query).body; }

  const Project project;
  const Serving serving;
};

const Museum& museum() {
  static const Museum instance;
  return instance;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

void check_contains(const std::string& text, const std::string& part) {
  BOOST_TEST(count(text, part) == 1u, "not once \"" << part << "\" in: " << text);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sections)

BOOST_AUTO_TEST_CASE(a_hit_leads_to_the_anchor_of_its_section) {
  const json hit = museum().first("wheelchair ramp");
  BOOST_TEST(hit.at("url") == visit);
  BOOST_TEST(hit.at("link") == visit + "#ramp");
  BOOST_TEST(hit.at("sections").empty());
  check_contains(museum().terminal("wheelchair ramp"), "     " + visit + "#ramp\n");
  check_contains(museum().page("wheelchair ramp"),
                 "<a href=\"" + visit + "#ramp\" rel=\"noreferrer\">Before the voyage</a>");
}

BOOST_AUTO_TEST_CASE(a_section_without_an_anchor_is_found_by_its_text) {
  const std::string link = visit + "#:~:text=Guided%20tours%20%2D%20weekly";
  BOOST_TEST(museum().first("gryphon").at("link") == link);
  check_contains(museum().terminal("gryphon"), "     " + link + "\n");
  check_contains(museum().page("gryphon"), "<a href=\"" + link + "\" rel=\"noreferrer\">");
}

BOOST_AUTO_TEST_CASE(two_more_sections_follow) {
  const json hit = museum().first("walrus");
  BOOST_TEST(hit.at("link") == visit + "#dog");
  BOOST_REQUIRE(hit.at("sections").size() == 2u);
  BOOST_TEST(hit.at("sections").at(0) == json({{"title", "Walrus and cat"}, {"link", visit + "#cat"}}));
  const std::string by_text = visit + "#:~:text=Walrus%20and%20cow";
  BOOST_TEST(hit.at("sections").at(1) == json({{"title", "Walrus and cow"}, {"link", by_text}}));
  const std::string shown = museum().terminal("walrus"), page = museum().page("walrus");
  check_contains(shown, "     § Walrus and cat: " + visit + "#cat\n");
  check_contains(shown, "     § Walrus and cow: " + by_text + "\n");
  check_contains(page, "<li><a href=\"" + visit + "#cat\" rel=\"noreferrer\"><bdi>Walrus and cat</bdi></a></li>");
  check_contains(page, "<a href=\"" + by_text + "\"");
  BOOST_TEST(count(shown + page, "#owl") == 0u);
}

BOOST_AUTO_TEST_CASE(what_the_title_says_leads_to_the_top) {
  BOOST_TEST(museum().first("voyage").at("link") == visit);
  check_contains(museum().page("voyage"), "<a href=\"" + visit + "\" rel=\"noreferrer\">Before the voyage</a>");
  BOOST_TEST(museum().first("lighthouse keeper").at("link") == visit);  // the text before the first section
  BOOST_TEST(museum().first("gryphon basilisk").at("link") == visit);   // all over the page
}

BOOST_AUTO_TEST_CASE(hostile_anchors_and_headings_are_escaped) {
  const std::string link = visit + "#a%22%3Cb%3E";
  BOOST_TEST(museum().first("basilisk").at("link") == link);
  check_contains(museum().terminal("basilisk"), "     " + link + "\n");
  const std::string page = museum().page("basilisk");
  check_contains(page, "<a href=\"" + link + "\" rel=\"noreferrer\">");
  check_contains(page, "Zymurgy &lt;i&gt; &amp; malt</bdi>");
  BOOST_TEST(count(page, "<i>") == 0u);
}

BOOST_AUTO_TEST_CASE(a_line_of_the_template_stands_above_the_hits) {
  BOOST_TEST(museum().line("phone") == "Phone: 042-10<b>50&00");
  BOOST_TEST(museum().line("opening hours") == "Opening hours: 9-17");
  const std::string above = "on most pages of museum.example:\n     ";
  BOOST_TEST(museum().terminal("phone").starts_with(above + "**Phone**: 042-10<b>50&00\n"));
  BOOST_TEST(museum().terminal("opening hours").starts_with(above + "**Opening** **hours**: 9-17\n"));
  const Outcome alone = museum().project.pith({"search", "phone"});
  BOOST_TEST(alone.code == 1);  // it is no hit
  check_contains(alone.out, "no hits\nno page has \"phone\" in its main content\n");
  const std::string page = museum().page("phone");
  check_contains(page, "<section class=\"template\"");
  check_contains(page, "<mark>Phone</mark>: 042-10&lt;b&gt;50&amp;00</p>");
  BOOST_TEST(count(page, "<b>") == 0u);
}

BOOST_AUTO_TEST_CASE(no_line_of_the_template_if_content_answers) {
  BOOST_TEST(museum().line("door") == "Ramp: door 3");
  BOOST_TEST(museum().line("ramp") == "");
  BOOST_TEST(museum().line("menuproducts") == "");
  BOOST_TEST(count(museum().terminal("ramp"), "on most pages of") == 0u);
  BOOST_TEST(count(museum().page("ramp"), "class=\"template\"") == 0u);
  BOOST_TEST(museum().serving.search("q=phone&offset=1").contains("template") == false);
}

BOOST_AUTO_TEST_SUITE_END()
