// What other pages say of a page, as a part of it. Scores are in bm25_test.cpp.
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "pages.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;

NamedPage page(const std::string& name, const std::string& text, InboundTexts inbound_texts = {},
               const std::string& lang = "en") {
  return {record_of(name), page_of(text, lang, name + " title"), std::move(inbound_texts)};
}

InboundTexts inbound(const std::string& texts) { return {.inbound = texts}; }
InboundTexts ancestors(const std::string& titles) { return {.ancestors = titles}; }

const std::vector<NamedPage> harbour = {
    page("ferry", "Boats leave at noon.",
         {.inbound = "crossing the sound\ntimetable", .ancestors = "Travel\nHarbours"}),
    page("lighthouse", "It has been dark since 1960.", inbound("the old lamp")),
    page("hotel", "A crossing is near; so is the lamp.", ancestors("Travel")),
};

std::string text_of(const Explanation& explanation) {
  std::string text = explanation.text + "\n";
  for (const Explanation& part : explanation.parts) text += text_of(part);
  return text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(inbound_texts)

BOOST_AUTO_TEST_CASE(a_page_is_found_by_what_others_say_of_it) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), harbour);
  BOOST_TEST(found(searcher, "timetable") == Names{"ferry"});
  BOOST_TEST(found(searcher, "crossing") == (Names{"ferry", "hotel"}));
  BOOST_TEST(found(searcher, "travel") == (Names{"ferry", "hotel"}));
  BOOST_TEST(found(searcher, "boats timetable harbours") == Names{"ferry"}, "words are wanted of the page, wherever");
  BOOST_TEST(found(searcher, "travel -noon") == Names{"hotel"});
  BOOST_TEST(found(searcher, "lamp -travel") == Names{"lighthouse"});
  BOOST_TEST(found(searcher, "timet*") == Names{"ferry"});
  BOOST_TEST(found(searcher, "crossings") == (Names{"ferry", "hotel"}), "stems are those of the page's language");
}

BOOST_AUTO_TEST_CASE(fields_and_phrases) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), harbour);
  BOOST_TEST(found(searcher, "inbound:crossing") == Names{"ferry"});
  BOOST_TEST(found(searcher, "ancestors:travel") == (Names{"ferry", "hotel"}));
  BOOST_TEST(found(searcher, "inbound:travel").empty());
  BOOST_TEST(found(searcher, "inbound:\"old lamp\"") == Names{"lighthouse"});
  BOOST_TEST(found(searcher, "\"the old lamp\"") == Names{"lighthouse"});
  BOOST_TEST(found(searcher, "\"sound timetable\"").empty(), "a phrase does not cross texts");
  BOOST_TEST(found(searcher, {.text = "lamp", .field = "inbound"}) == Names{"lighthouse"});
}

BOOST_AUTO_TEST_CASE(documents_of_inbound_texts_are_no_pages) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), harbour);
  BOOST_TEST(*searcher.count() == 3u);
  std::size_t visited = 0;
  BOOST_REQUIRE(!searcher.all_documents([&](const StoredPage& stored) {
    ++visited;
    BOOST_TEST(stored.contains("title"));
    return true;
  }));
  BOOST_TEST(visited == 3u);
  BOOST_TEST(found(searcher, "*") == (Names{"ferry", "hotel", "lighthouse"}));
  BOOST_TEST(found(searcher, {.text = "timetable", .templates = true}).empty());
  const auto hits = searcher.search({.text = "travel", .facets = true});
  BOOST_REQUIRE(hits.ok());
  BOOST_TEST(hits->facets->sites.values.at(0).count == 2u);
  BOOST_TEST(hits->hits.at(0).title.ends_with(" title"));
  const auto stored = searcher.document("https://example.org/ferry");
  BOOST_REQUIRE((stored.ok() && *stored));
  BOOST_TEST((*stored)->at("content") == "Boats leave at noon.");
}

BOOST_AUTO_TEST_CASE(explanations_show_the_shares_of_inbound_texts) {
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), harbour);
  const auto hits = searcher.search({.text = "crossing", .explain = true});
  BOOST_REQUIRE(hits.ok());
  BOOST_REQUIRE(hits->hits.size() == 2u);
  for (const Hit& hit : hits->hits) {
    const std::string text = text_of(hit.explanation);
    const bool is_ferry = hit.url.ends_with("ferry");
    BOOST_TEST((text.find("inbound: weight") != std::string::npos) == is_ferry, text);
    BOOST_TEST((text.find("content: weight") != std::string::npos) == !is_ferry, text);
  }
}

BOOST_AUTO_TEST_CASE(what_is_said_changes_and_goes_without_the_page) {
  const IndexDirectory directory;
  Searcher searcher = index_of(directory.path(), harbour);
  const auto say = [&](const std::string& name, InboundTexts inbound_texts) {
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    inbound_texts.url = "https://example.org/" + name;
    BOOST_REQUIRE(!writer->put_inbound_texts(inbound_texts));
    BOOST_REQUIRE(!writer->close());
    BOOST_REQUIRE(*searcher.reopen_if_changed());
  };
  say("ferry", inbound("boat to the islands"));
  BOOST_TEST(found(searcher, "islands") == Names{"ferry"});
  BOOST_TEST(found(searcher, "timetable").empty());
  BOOST_TEST(found(searcher, "noon islands") == Names{"ferry"});
  say("ferry", {});
  BOOST_TEST(found(searcher, "islands").empty());
  BOOST_TEST(found(searcher, "noon") == Names{"ferry"});
  say("nowhere", inbound("islands"));
  BOOST_TEST(found(searcher, "islands").empty(), "inbound_texts of a page that is not there");
}

BOOST_AUTO_TEST_CASE(a_page_that_goes_takes_its_inbound_texts_along) {
  const IndexDirectory directory;
  Searcher searcher = index_of(directory.path(), harbour);
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->remove("https://example.org/ferry"));
  BOOST_REQUIRE(!writer->commit());
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  BOOST_TEST(found(searcher, "timetable").empty());
  BOOST_REQUIRE(!writer->put(record_of("ferry"), page_of("Boats again.")));
  BOOST_REQUIRE(!writer->close());
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  BOOST_TEST(found(searcher, "timetable").empty(), "the new page has none of the old one's inbound_texts");
  BOOST_TEST(found(searcher, "again") == Names{"ferry"});
}

BOOST_AUTO_TEST_CASE(a_page_that_is_replaced_keeps_its_inbound_texts) {
  const IndexDirectory directory;
  Searcher searcher = index_of(directory.path(), harbour);
  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->put(record_of("ferry"), page_of("Boats leave at one.")));
  BOOST_REQUIRE(!writer->close());
  BOOST_REQUIRE(*searcher.reopen_if_changed());
  BOOST_TEST(found(searcher, "timetable one") == Names{"ferry"});
}

BOOST_AUTO_TEST_CASE(fields_that_an_index_leaves_out) {
  const auto fields = FieldMap::make({{"inbound", ""}, {"ancestors", "above"}});
  BOOST_REQUIRE(fields.ok());
  const IndexDirectory directory;
  SearcherOptions searching = as_written;
  searching.fields = *fields;
  const Searcher searcher = index_of(directory.path(), harbour, {.fields = *fields, .analysers = {}}, searching);
  BOOST_TEST(found(searcher, "timetable").empty());
  BOOST_TEST(found(searcher, "travel") == (Names{"ferry", "hotel"}));
}

BOOST_AUTO_TEST_CASE(asides_only_if_somebody_asks_for_them) {
  ExtractedPage cards = page_of("A port.");
  cards.asides.text = "Sailing lessons\nCranes";
  const std::vector<NamedPage> pages = {{record_of("port"), cards}, page("ferry", "Boats leave at noon.")};
  const IndexDirectory without, with;
  BOOST_TEST(found(index_of(without.path(), pages), "cranes").empty());
  const auto fields = FieldMap::make({{"asides", "asides"}});
  BOOST_REQUIRE(fields.ok());
  SearcherOptions searching = as_written;
  searching.fields = *fields;
  const Searcher searcher = index_of(with.path(), pages, {.fields = *fields, .analysers = {}}, searching);
  BOOST_TEST(found(searcher, "cranes") == Names{"port"});
  BOOST_TEST(found(searcher, "asides:\"sailing lessons\"") == Names{"port"});
  BOOST_TEST(found(searcher, "\"lessons cranes\"").empty());
  const auto stored = searcher.document("https://example.org/port");
  BOOST_REQUIRE((stored.ok() && *stored));
  for (const auto& [field, value] : **stored) BOOST_TEST(value.find("Cranes") == std::string::npos, field);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
