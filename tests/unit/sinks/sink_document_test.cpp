#include "indexer_adapter/export/sink_document.h"

#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <map>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/extract/extract_page.h"
#include "core/extract/registry.h"
#include "tests/support/structures.h"
#include "tests/support/trees.h"
#include "tests/unit/index/pages.h"

using namespace pith;
using namespace pith::sinks;
using nlohmann::json;
using nlohmann::ordered_json;

namespace {

// The oracle: splits the text into code points, then joins them again.
std::vector<std::string> code_points(const std::string& text) {
  std::vector<std::string> out;
  for (const char c : text) {
    if ((static_cast<unsigned char>(c) & 0xC0) != 0x80) out.emplace_back();
    out.back() += c;
  }
  return out;
}

std::string joined(const std::vector<std::string>& points, std::size_t begin, std::size_t end) {
  std::string out;
  for (std::size_t i = begin; i < end; ++i) out += points[i];
  return out;
}

std::string code_of(const Result<SinkDocument>& result) { return result ? "" : result.error().code; }

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_document)

BOOST_AUTO_TEST_CASE(a_page_of_the_index_as_a_document) {
  const index::IndexDirectory directory;
  ExtractedPage page = index::page_of("", "de", "Ein Titel");
  page.metadata.other_title = "Noch einer";
  page.metadata.author = "Ada";
  page.metadata.description = "Worum es geht";
  page.metadata.tags = "Käse, Brot";
  page.metadata.categories = "Essen";
  page.metadata.published = "2024-05-31T12:00:00+02:00";
  page.metadata.modified = "2024-06-01";
  page.metadata.image = "https://example.org/a.jpg";
  page.metadata.licence = "https://creativecommons.org/licenses/by/4.0/";
  page.type = PageType::article;
  page.confidence = 0.87;
  index::add_block(page, Region::heading, "Überschrift 😀");
  index::add_block(page, Region::paragraph, "Käse.");
  index::add_block(page, Region::list, "eins");
  index::add_block(page, Region::list, "zwei");
  index::add_block(page, Region::table, "Zelle");
  index::add_block(page, Region::code, "int a;\nint b;");
  index::add_block(page, Region::quote, "„Zitat“");
  index::add_block(page, Region::caption, "Bild");
  ordered_json structure = ordered_json::array();
  for (const Block& block : page.blocks.blocks)
    structure.push_back({{"role", "content"},
                         {"tag", "p"},
                         {"path", "html/body/p"},
                         {"region", name_of(block.region)},
                         {"trail", {"Ein \"Titel\""}},
                         {"begin", block.begin_chars},
                         {"end", block.end_chars}});
  page.structure = test::pack(structure);
  const auto searcher = index::index_of(directory.path(), {{index::record_of("a"), page}});
  const auto stored = searcher.document(index::record_of("a").url);
  BOOST_REQUIRE(stored.ok() && stored->has_value());

  const auto document = make_sink_document(**stored, true);
  BOOST_REQUIRE_MESSAGE(document.ok(), index::message_of(document));
  // The id: printf https://example.org/a | sha256sum
  ordered_json expected = {{"id", "b5b10dd0429e69ac7cfaf0a20b6901c1265c50b55d1751bcb684ed96ef7b300a"},
                           {"url", "https://example.org/a"},
                           {"site", "example.org"},
                           {"title", "Ein Titel"},
                           {"other_title", "Noch einer"},
                           {"headings", {"Überschrift 😀"}},
                           {"content", page.blocks.text},
                           {"lists", {"eins", "zwei"}},
                           {"tables", {"Zelle"}},
                           {"code", {"int a;\nint b;"}},
                           {"quotes", {"„Zitat“"}},
                           {"captions", {"Bild"}},
                           {"author", "Ada"},
                           {"description", "Worum es geht"},
                           {"tags", "Käse, Brot"},
                           {"categories", "Essen"},
                           {"published", "2024-05-31T12:00:00+02:00"},
                           {"modified", "2024-06-01"},
                           {"fetched", index::record_of("a").fetched},
                           {"lang", "de"},
                           {"type", "article"},
                           {"status", "main"},
                           {"reason", page.reason},
                           {"confidence", 0.87},
                           {"extractor", page.extractor},
                           {"image", "https://example.org/a.jpg"},
                           {"licence", "https://creativecommons.org/licenses/by/4.0/"},
                           {"digest", index::record_of("a").digest},
                           {"structure", structure}};
  for (const char* name : {"reason", "extractor", "digest", "fetched"})
    if (expected[name] == "") expected.erase(name);
  BOOST_TEST(to_line(document->fields) == to_line(expected));
  BOOST_TEST(document->id == expected["id"].get<std::string>());

  const auto without = make_sink_document(**stored, false);
  BOOST_REQUIRE(without.ok());
  expected.erase("structure");
  BOOST_TEST(to_line(without->fields) == to_line(expected));
}

// `pith map` makes the documents that an export of an index would.
BOOST_AUTO_TEST_CASE(a_page_makes_the_document_of_its_index) {
  const std::string page =
      "<body><main><h1>Rye 🍞 bread</h1><p>Flour, water, salt and time make a loaf that keeps for a week.</p>"
      "<ul><li>flour<li data-nosnippet>secret yeast<li>salt</ul><table><tr><th>Gram<th>What<tr><td>500<td>flour</table>"
      "<blockquote data-nosnippet><p>Hush, hush.</blockquote><pre>knead(ü);</pre></main>";
  ExtractOptions options;
  options.extractor_name = "plain/1";
  options.extractor = std::move(*make_extractor("plain"));
  const Document document = test::html(page);
  const index::PageRecord record = index::record_of("a");
  for (const char* robots : {"", "nosnippet"})
    for (const bool marks : {true, false})
      for (const bool structure : {true, false}) {
        options.marks.data_nosnippet = marks;
        const ExtractedPage extracted = extract_page({.page = document, .robots = robots}, options);
        const auto direct = make_sink_document(record, extracted, structure);
        const auto stored = make_sink_document(index::stored_page(record, extracted), structure);
        BOOST_REQUIRE((direct.ok() && stored.ok()));
        BOOST_TEST(to_line(direct->fields) == to_line(stored->fields));
        BOOST_TEST(direct->id == stored->id);
        BOOST_TEST(direct->fields.contains("lists") == (*robots == '\0'));
        BOOST_TEST((to_line(direct->fields).find("secret") == std::string::npos) == (marks || *robots != '\0'));
      }
}

BOOST_AUTO_TEST_CASE(lists_follow_the_offsets) {
  const std::vector<std::string> alphabet = {"a", "ß", "€", "😀", "\n", "e\u0301"};
  std::mt19937 random(5);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  const std::map<std::string, std::string> lists = {{"heading", "headings"}, {"list", "lists"},
                                                    {"table", "tables"},     {"code", "code"},
                                                    {"quote", "quotes"},     {"caption", "captions"}};
  const std::vector<std::string> regions = {"heading", "paragraph", "list", "table", "code", "quote", "caption"};
  for (int round = 0; round < 300; ++round) {
    std::string content;
    for (std::size_t i = below(60); i > 0; --i) content += alphabet[below(alphabet.size())];
    const auto points = code_points(content);
    json structure = json::array();
    std::map<std::string, std::vector<std::string>> expected;
    for (std::size_t at = 0; at < points.size();) {
      const std::size_t begin = at + below(3), end = begin + below(10);
      if (end > points.size()) break;
      const std::string& region = regions[below(regions.size())];
      structure.push_back({{"region", region}, {"begin", begin}, {"end", end}});
      if (lists.contains(region)) expected[lists.at(region)].push_back(joined(points, begin, end));
      at = end;
    }
    structure.push_back({{"role", "aside"}, {"region", "list"}, {"words", 3}});
    structure.push_back({{"role", "template"}, {"blocks", 2}, {"words", 9}});
    const auto document = make_sink_document(
        {{"url", "http://h.example/"}, {"content", content}, {"structure", test::pack(structure)}}, false);
    BOOST_REQUIRE(document.ok());
    for (const auto& [region, list] : lists) {
      const json is = document->fields.contains(list) ? json(document->fields[list]) : json::array();
      BOOST_TEST(is == json(expected[list]), structure.dump());
    }
  }
}

BOOST_AUTO_TEST_CASE(structures_that_do_not_fit_are_errors) {
  const auto made = [](const std::string& structure) {
    return make_sink_document({{"url", "http://h.example/x"}, {"content", "äbcde"}, {"structure", structure}}, true);
  };
  const std::string good = test::packed(R"([{"region":"list","begin":0,"end":5}])");
  BOOST_TEST(code_of(made(good)).empty());
  std::vector<std::string> wrong = {"", "[]", "7", "\x02", good + "\xff", good.substr(0, good.size() - 1)};
  for (const char* json : {R"([{"region":"list","begin":0,"end":6}])", R"([{"region":"list","begin":3,"end":2}])",
                           R"([{"region":"list","begin":0,"end":3},{"region":"list","begin":2,"end":4}])",
                           R"([{"region":"list","begin":4294967295,"end":4294967295}])"})
    wrong.push_back(test::packed(json));
  for (const std::string& structure : wrong) {
    const auto document = made(structure);
    BOOST_TEST(code_of(document) == "bad_structure", structure);
    if (!document) BOOST_TEST(document.error().message.find("http://h.example/x") == 0u);
  }
  BOOST_TEST(code_of(make_sink_document({{"title", "T"}}, true)) == "no_url");
}

BOOST_AUTO_TEST_CASE(an_index_may_store_less) {
  const auto no_content = make_sink_document({{"url", "u"}, {"structure", "[7]"}}, true);
  BOOST_REQUIRE(no_content.ok());
  BOOST_TEST(no_content->fields.size() == 2u);
  const auto no_structure = make_sink_document({{"url", "u"}, {"content", "c"}}, true);
  BOOST_REQUIRE(no_structure.ok());
  BOOST_TEST(no_structure->fields.size() == 3u);
}

BOOST_AUTO_TEST_CASE(any_bytes_make_one_line_of_json) {
  const auto document = make_sink_document({{"url", "u"}, {"title", "a\n\xff\x80\x01\"\\b"}}, false);
  BOOST_REQUIRE(document.ok());
  const std::string line = to_line(document->fields);
  BOOST_TEST(line.find('\n') == std::string::npos);
  BOOST_TEST(json::parse(line)["title"] == "a\n\uFFFD\uFFFD\x01\"\\b");
}

BOOST_AUTO_TEST_CASE(documents_come_back_from_their_lines) {
  const auto document = make_sink_document(
      {{"url", "https://example.org/a%20b"},
       {"title", "T \"ü\" 😀"},
       {"content", "äbcde"},
       {"confidence", "1"},
       {"published", "2024-05-31"},
       {"structure",
        test::packed(R"([{"role":"content","region":"list","begin":0,"end":5},{"role":"template","blocks":2}])")}},
      true);
  BOOST_REQUIRE(document.ok());
  const auto again = read_sink_document(ordered_json::parse(to_line(document->fields)));
  BOOST_REQUIRE(again.ok());
  BOOST_TEST(to_line(again->fields) == to_line(document->fields));
  BOOST_TEST(again->id == document->id);
  BOOST_TEST(again->url == document->url);

  // From outside: keys in another order, others besides, an id that is not that of the URL, which is not normalised.
  const auto other = read_sink_document(
      ordered_json::parse(R"({"place":{"file":"x","offset":1},"confidence":1,"title":null,"id":"7","export":"x",)"
                          R"("url":"HTTPS://Example.org:443/a b#c","lists":[]})"));
  BOOST_REQUIRE_MESSAGE(other.ok(), index::message_of(other));
  BOOST_TEST(other->id == document->id);
  BOOST_TEST(to_line(other->fields) ==
             R"({"id":")" + document->id + R"(","url":"https://example.org/a%20b","lists":[],"confidence":1.0})");
}

BOOST_AUTO_TEST_CASE(what_is_no_document_is_named) {
  struct Wrong {
    const char* json;
    const char* message;
  };
  for (const auto& [text, message] :
       {Wrong{"[]", "is not a JSON object"}, Wrong{"{}", "has no \"url\""}, Wrong{R"({"url":null})", "has no \"url\""},
        Wrong{R"({"url":7})", "\"url\" is not text"},
        Wrong{R"({"url":"mailto:x"})", "\"url\" is not an http or https URL"},
        Wrong{R"({"url":"http://h.example/","title":["T"]})", "\"title\" is not text"},
        Wrong{R"({"url":"http://h.example/","fetched":5})", "\"fetched\" is not text"},
        Wrong{R"({"url":"http://h.example/","headings":"T"})", "\"headings\" is not a list of texts"},
        Wrong{R"({"url":"http://h.example/","headings":["T",null]})", "\"headings\" is not a list of texts"},
        Wrong{R"({"url":"http://h.example/","confidence":"1"})", "\"confidence\" is not a number"},
        Wrong{R"({"url":"http://h.example/","structure":"[]"})", "\"structure\" is not a list"}}) {
    const auto document = read_sink_document(ordered_json::parse(text));
    BOOST_TEST(!document.ok(), text);
    if (!document) BOOST_TEST(document.error().message == message);
  }
}

BOOST_AUTO_TEST_SUITE_END()
