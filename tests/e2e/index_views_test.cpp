// What the index alone provides: pages in all formats, and the text of sites' templates.
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tests/e2e/project.h"
#include "tests/e2e/templated_site.h"

using namespace pith::test;
using nlohmann::json;

namespace {

constexpr const char* rich =
    "<h2>Steps</h2><ul><li>one <b>bold</b> word<li>two</ul><table><tr><th>Size<th>Price<tr><td>10<td>20</table>"
    "<p>The program below prints nothing at all, and says so to whoever has started it from a shell.</p>"
    "<pre><code class=\"language-cpp\">int main() {\n  return 0;\n}</code></pre>"
    "<blockquote><p>Quoted <a href=\"/there\">elsewhere</a> by somebody who has read the whole of the chapter "
    "before.</p></blockquote>"
    "<p>After that the harbour was quiet again, and the village went back to its own affairs for the winter.</p>";

std::string url_of(int number, const std::string& site = "a.example") {
  return "http://" + site + article_target(number);
}

std::string line_of(const std::string& url, const std::string& body, int status = 200) {
  return json{{"url", url}, {"status", status}, {"headers", {{"Content-Type", "text/html"}}}, {"body", body}}.dump() +
         "\n";
}

void ingest(const Project& project, const std::string& lines) {
  write_file(project / "pages.jsonl", lines);
  project.must({"ingest", project / "pages.jsonl"});
}

std::string articles(int count, const std::string& site = "a.example") {
  std::string lines;
  for (int i = 1; i <= count; ++i) lines += line_of(url_of(i, site), article(i, i == 1 ? rich : "").body);
  return lines;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(index_views)

BOOST_AUTO_TEST_CASE(pages_that_cannot_be_extracted_are_named) {
  const Project project;
  write_file(project / "page.html", article(1).body);
  const std::string folder = project / "folder", page = project / "page.html";
  std::filesystem::create_directory(folder);
  const std::string is_folder =
      "pith: " + folder + ": is a folder; name a file in it, or use `pith ingest` to read all of it\n";
  const std::string is_no_url =
      "pith: --url: not an http or https URL; write it in full, as https://example.org/page.html\n";
  for (const auto& [arguments, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"extract", folder}, is_folder},
           {{"explain", folder}, is_folder},
           {{"extract", page, "--siblings", folder}, is_folder},
           {{"extract", page, "--url", "notaurl"}, is_no_url},
           {{"explain", page, "--url", "/page.html"}, is_no_url}}) {
    const Outcome outcome = project.pith(arguments);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.out == "");
    BOOST_TEST(outcome.err == message);
  }
  BOOST_TEST(project.pith({"extract", page, "--url", "https://example.org/page.html"}).code == 0);
}

BOOST_AUTO_TEST_CASE(a_page_is_rebuilt_from_the_index_alone) {
  const Project project;
  ingest(project, articles(8));
  for (const int number : {1, 2}) {
    const std::string url = url_of(number);
    for (const char* format : {"text", "markdown", "html"}) {
      const std::string extracted = project.must({"extract", "--quiet", "--format", format, url});
      BOOST_TEST(extracted.size() > 100u);
      BOOST_TEST(project.must({"get", "--format", format, url}) == extracted, format);
    }
    const json page = project.json({"get", url}), extracted = project.json({"extract", url});
    BOOST_TEST(page.at("url") == url);
    BOOST_TEST(page.at("structure") == extracted.at("structure"));
    BOOST_TEST(page.at("confidence") == extracted.at("confidence"));
    for (const auto& [key, value] : page.items())  // one shape; the rest is the record's
      if (key != "site" && key != "fetched" && key != "digest") BOOST_TEST(value == extracted.at(key), key);
  }
  const std::string markdown = project.must({"get", "--format", "markdown", url_of(1)});
  for (const char* part : {"## Steps", "**bold**", "| Size | Price |", "```cpp\nint main() {",
                           "> Quoted [elsewhere](http://a.example/there)"})
    BOOST_TEST(markdown.find(part) != std::string::npos, part << " is not in\n" << markdown);
  const Outcome missing = project.pith({"get", "http://a.example/none"});
  BOOST_TEST(missing.code == 1);
  BOOST_TEST(missing.err.find("is not in the index") != std::string::npos);
  BOOST_TEST(project.pith({"get", "--format", "pdf", url_of(1)}).code == 2);
  BOOST_TEST(project.must({"get", url_of(1).substr(std::string("http://").size())}) ==
             project.must({"get", url_of(1)}));
}

// Each page has a tag of its own; menu, teaser and footer are the site's.
BOOST_AUTO_TEST_CASE(roles_are_kept_in_the_index_explained_and_counted) {
  const Project project("extract: {include: ['.content']}\n");
  constexpr int count = 12;
  std::string lines;
  for (int i = 1; i <= count; ++i) {
    std::string body = article(i).body;
    body.insert(body.find("<div class=\"footer\">"),
                "<ul class=tags><li>tag" + article_word(i) +
                    "</li></ul><!--googleoff: index--><ul class=tags><li>secret" + article_word(i) +
                    "</ul><!--googleon: index--><ul class=tags data-nosnippet><li>hush" + article_word(i) + "</ul>");
    lines += line_of(url_of(i), body);
  }
  ingest(project, lines);

  json sums = json::object();
  for (int i = 1; i <= count; ++i) {
    const json extracted = project.json({"extract", url_of(i)});
    for (const char* key : {"page_words", "content_words", "aside_words", "template_words"})
      sums[key] = sums.value(key, 0) + extracted.at(key).get<int>();
    BOOST_TEST(extracted.at("aside_words") == 2);
    BOOST_TEST(extracted.at("template").get<std::string>().find("secret") == std::string::npos);
  }
  const json stats = project.stats();
  for (const auto& [key, sum] : sums.items()) BOOST_TEST(stats.at(key) == sum, key);
  BOOST_TEST(stats.at("page_words").get<int>() == stats.at("content_words").get<int>() +
                                                      stats.at("aside_words").get<int>() +
                                                      stats.at("template_words").get<int>() + count);

  const json page = project.json({"get", url_of(3)});
  for (const char* text : {"secret", "hush", "tagzeb"}) BOOST_TEST(page.dump().find(text) == std::string::npos, text);
  std::vector<json> asides;
  for (const json& block : page.at("structure"))
    if (block.at("role") == "aside") asides.push_back(block);
  BOOST_TEST(json(asides) == json::parse(R"([{"role":"aside","tag":"li","path":"html/body/ul[1]/li","region":"list",)"
                                         R"("level":1,"words":1}])"));
  BOOST_TEST(page.at("structure").front().at("role") == "content");
  BOOST_TEST(page.at("structure").back() == json::parse(R"({"role":"template","blocks":6,"words":21})"));
  BOOST_TEST(project.search("hush" + article_word(3)).empty());
  BOOST_TEST(project.search("template:hush" + article_word(3)) == std::set<std::string>{url_of(3)});

  const json explained = project.json({"explain", url_of(3)});
  BOOST_TEST(explained.at("sums").at("aside").at("words") == 2);
  BOOST_TEST(explained.at("sums").at("template").at("words") == 21);
  BOOST_TEST(explained.at("sums").at("marked").at("words") == 1);
  BOOST_TEST(project.must({"explain", url_of(3)}).find("- aside     ") != std::string::npos);
}

// A host with small limits, whose pages are compared with larger ones from another host of the site.
BOOST_AUTO_TEST_CASE(a_page_is_extracted_as_in_the_index_whatever_its_siblings_limits) {
  const Project project(
      "extract: {extractor: conex}\n"
      "sites: {small.a.example: {extract: {limits: {max_nodes: 100}}}}\n");
  std::string items = "<ul>";
  for (int i = 0; i < 60; ++i) items += "<li>Item " + std::to_string(i) + "</li>";
  std::string lines = line_of(url_of(1, "small.a.example"), article(1).body);
  for (int i = 2; i <= 6; ++i) lines += line_of(url_of(i, "www.a.example"), article(i, items + "</ul>").body);
  ingest(project, lines);
  const std::string url = url_of(1, "small.a.example");
  const json extracted = project.json({"extract", url}), explained = project.json({"explain", url});
  BOOST_TEST(extracted.at("siblings") == 4);
  BOOST_TEST(extracted.at("status") == project.cache().at(url).at("state"));
  BOOST_TEST(explained.at("siblings") == 4);
  BOOST_TEST(explained.at("status") == extracted.at("status"));
  BOOST_TEST(project.json({"get", url}).at("confidence") == extracted.at("confidence"));
  BOOST_TEST(project.json({"get", url}).at("content") == extracted.at("content"));
}

BOOST_AUTO_TEST_CASE(an_index_without_the_field_says_so) {
  const Project project("index: {fields: {html: ''}}\n");
  ingest(project, articles(4));
  BOOST_TEST(project.must({"get", url_of(1)}).size() > 100u);
  const Outcome outcome = project.pith({"get", "--format", "markdown", url_of(1)});
  BOOST_TEST(outcome.code == 2);
  BOOST_TEST(outcome.err.find("index.fields leaves it out") != std::string::npos, outcome.err);
}

BOOST_AUTO_TEST_CASE(text_that_must_not_be_shown_is_in_no_view) {
  const Project project;
  std::string lines = articles(6);
  lines += line_of(url_of(7), article(7, "<p data-nosnippet>A word nobody may show: hushquok.</p>").body);
  ingest(project, lines);
  BOOST_TEST(project.search("hushquok").size() == 1u);
  for (const char* format : {"text", "markdown", "html", "json"})
    BOOST_TEST(project.must({"get", "--format", format, url_of(7)}).find("hushquok") == std::string::npos, format);
}

BOOST_AUTO_TEST_CASE(a_sites_template_is_one_document) {
  const Project project;
  ingest(project, articles(12) + articles(5, "b.example"));
  const auto templates = project.templates();
  BOOST_REQUIRE(templates.size() == 2u);
  for (const auto& [site, document] : templates) {
    for (const std::string& word : template_words) {
      const std::string& text = document.at("content");
      const std::size_t first = text.find(word);
      BOOST_TEST(first != std::string::npos, word << " is not in\n" << text);
      BOOST_TEST(text.find(word, first + 1) == std::string::npos, word << " is twice in\n" << text);
    }
    BOOST_TEST(document.at("content").find(article_word(1)) == std::string::npos);
  }
  const json hits = project.json({"search", "--templates", template_words.front()});
  BOOST_TEST(hits.at("total") == 2);
  BOOST_TEST(hits.at("hits").at(0).at("snippet").dump().find(template_words.front()) != std::string::npos);
  BOOST_TEST(project.json({"search", "--templates", "--site", "b.example", template_words.back()}).at("total") == 1);
  BOOST_TEST(project.pith({"search", "--templates", article_word(1)}).code == 1);
  BOOST_TEST(project.search("*").size() == 17u);  // none of them is a page
}

BOOST_AUTO_TEST_CASE(a_template_goes_with_its_site) {
  const Project project;
  ingest(project, articles(5) + articles(5, "b.example"));
  BOOST_TEST(project.templates().size() == 2u);
  std::string gone;
  for (int i = 1; i <= 5; ++i) gone += line_of(url_of(i, "b.example"), "", 404);
  ingest(project, gone);
  BOOST_TEST(project.templates().size() == 1u);
  BOOST_TEST(project.templates().contains("a.example"));
}

BOOST_AUTO_TEST_CASE(pages_with_noindex_or_nosnippet_lend_no_text) {
  for (const char* rule : {"noindex", "nosnippet"}) {
    const Project project;
    std::string lines;
    for (int i = 1; i <= 6; ++i)
      lines +=
          line_of(url_of(i), templated("T", article_text(i), std::string("<meta name=robots content=") + rule + ">"));
    ingest(project, lines);
    BOOST_TEST(project.templates().empty(), rule);
  }
}

BOOST_AUTO_TEST_SUITE_END()
