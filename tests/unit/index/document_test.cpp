#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "indexer_adapter/documents/index_document.h"
#include "indexer_adapter/lucene/detail/text.h"
#include "indexer_adapter/lucene/warm_up.h"
#include "pages.h"
#include "tests/support/structures.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;
using Lucene::newLucene;

Lucene::IndexWriterPtr host_writer(const std::string& path, bool create) {
  warm_up();
  return newLucene<Lucene::IndexWriter>(Lucene::FSDirectory::open(widen(path)),
                                        newLucene<Lucene::StandardAnalyzer>(Lucene::LuceneVersion::LUCENE_CURRENT),
                                        create, Lucene::IndexWriter::MaxFieldLengthUNLIMITED);
}

Lucene::DocumentPtr foreign_document(const std::string& url, const std::wstring& text) {
  const auto document = newLucene<Lucene::Document>();
  document->add(
      newLucene<Lucene::Field>(L"url", to_wide(url), Lucene::Field::STORE_YES, Lucene::Field::INDEX_NOT_ANALYZED));
  document->add(newLucene<Lucene::Field>(L"content", text, Lucene::Field::STORE_YES, Lucene::Field::INDEX_ANALYZED));
  return document;
}

int documents_with(const std::string& path, const std::wstring& field, const std::wstring& text) {
  const auto searcher = newLucene<Lucene::IndexSearcher>(Lucene::FSDirectory::open(widen(path)), true);
  const int hits = searcher->search(newLucene<Lucene::TermQuery>(newLucene<Lucene::Term>(field, text)), 1)->totalHits;
  searcher->close();
  return hits;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(document)

BOOST_AUTO_TEST_CASE(terms_of_definitions_are_headings) {
  const IndexDirectory directory;
  ExtractedPage page = page_of("", "en", "A title");
  add_block(page, Region::list, "open");
  add_block(page, Region::list, "Reads a file.");
  page.blocks.blocks[0].term = true;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page}});
  for (const auto& [query, hits] : {std::pair("headings:open", 1u),
                                    {"headings:file", 0u},
                                    {"lists:file", 1u},
                                    {"lists:open", 0u},
                                    {"content:open", 1u}})
    BOOST_TEST(searcher.search({.text = query})->total == hits, query);
}

BOOST_AUTO_TEST_CASE(titles_of_other_pages_are_no_headings) {
  const IndexDirectory directory;
  ExtractedPage page = page_of("", "en", "Stories");
  add_block(page, Region::heading, "Harbour reopens");
  add_block(page, Region::heading, "Older stories");
  add_block(page, Region::list, "mayor");
  page.blocks.blocks[0].linked = page.blocks.blocks[2].linked = true;
  page.blocks.blocks[2].term = true;
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page}});
  for (const auto& [query, hits] : {std::pair("headings:harbour", 0u),
                                    {"content:harbour", 1u},
                                    {"headings:older", 1u},
                                    {"headings:mayor", 0u},
                                    {"lists:mayor", 1u}})
    BOOST_TEST(searcher.search({.text = query})->total == hits, query);
}

BOOST_AUTO_TEST_CASE(every_field_is_stored_or_indexed_as_the_schema_says) {
  const IndexDirectory directory;
  ExtractedPage page = page_of("", "en", "A title");
  page.metadata.author = "Ada";
  page.metadata.published = "2024-05-31T12:00:00+02:00";
  page.metadata.description = "About it";
  page.metadata.tags = "ships, sails";
  page.metadata.categories = "Sea";
  page.metadata.modified = "2024-06-01";
  page.metadata.image = "https://example.org/a.jpg";
  page.metadata.licence = "CC BY 4.0";
  page.structure = test::packed(R"([{"tag":"p"}])");
  add_block(page, Region::heading, "Heading");
  add_block(page, Region::paragraph, "Käse 😀 text");
  const Searcher searcher = index_of(directory.path(), {{record_of("a"), page}});
  const auto stored = searcher.document(record_of("a").url);
  BOOST_REQUIRE(stored.ok());
  BOOST_REQUIRE(stored->has_value());
  const StoredPage expected = {{"url", "https://example.org/a"},
                               {"site", "example.org"},
                               {"title", "A title"},
                               {"content", "Heading\nKäse 😀 text"},
                               {"author", "Ada"},
                               {"description", "About it"},
                               {"tags", "ships, sails"},
                               {"categories", "Sea"},
                               {"published", "2024-05-31T12:00:00+02:00"},
                               {"modified", "2024-06-01"},
                               {"image", "https://example.org/a.jpg"},
                               {"licence", "CC BY 4.0"},
                               {"fetched", "2024-05-31T10:00:00Z"},
                               {"lang", "en"},
                               {"digest", "abcdef"},
                               {"structure", test::packed(R"([{"tag":"p"}])")},
                               {"status", "main"},
                               {"reason", "ok"},
                               {"confidence", "0.9"},
                               {"extractor", "conex/1"}};
  BOOST_TEST((**stored == expected));
  BOOST_TEST(!searcher.document("https://example.org/none")->has_value());
  std::size_t visited = 0;
  BOOST_TEST(!searcher.all_documents([&](const StoredPage& each) {
    ++visited;
    return each == expected;
  }));
  BOOST_TEST(visited == 1u);
}

// Text that may be found but not shown: the index does not store it in any form that could be shown.
BOOST_AUTO_TEST_CASE(what_must_not_be_shown_is_indexed_and_not_stored) {
  ExtractedPage part = page_of("Public words and a secretive aside", "en", "Part");
  part.metadata.description = "Described";
  part.shown = ShownContent{Blocks{{}, "Public words"}, "[]", "<p>Public words</p>", "Described"};
  ExtractedPage none = page_of("Nothing secretive here", "en", "None");
  none.metadata.description = "Hushed";
  none.shown = ShownContent{};
  const IndexDirectory directory;
  const Searcher searcher = index_of(directory.path(), {{record_of("part"), part}, {record_of("none"), none}});
  BOOST_TEST((found(searcher, "secretive") == Names{"none", "part"}));
  BOOST_TEST((found(searcher, "\"words and a secretive\"") == Names{"part"}));
  BOOST_TEST((found(searcher, "description:hushed") == Names{"none"}));
  const auto hits = searcher.search({.text = "secretive"});
  BOOST_REQUIRE(hits.ok());
  for (const Hit& hit : hits->hits) {
    BOOST_TEST(marked(hit.snippet) == (hit.title == "Part" ? "Public words" : ""));
    BOOST_TEST(hit.description == (hit.title == "Part" ? "Described" : ""));
  }
  BOOST_TEST(!searcher.all_documents([](const StoredPage& stored) {
    for (const auto& [field, value] : stored) {
      BOOST_TEST(value.find("secretive") == std::string::npos, field << " holds " << value);
      BOOST_TEST(value.find("Hushed") == std::string::npos, field << " holds " << value);
    }
    return true;
  }));
}

BOOST_AUTO_TEST_CASE(what_would_be_stored_is_what_is_stored) {
  ExtractedPage page = page_of("Public words and secretive ones", "en", "Title");
  page.metadata.published = "2024-05-31";
  page.metadata.description = "Hushed";
  page.confidence = 0.1234567891234567;
  page.structure = "[]";
  const auto fields = FieldMap::make({{"content", "body"}, {"structure", ""}});
  BOOST_REQUIRE(fields.ok());
  for (const bool hidden : {false, true}) {
    if (hidden)
      page.shown = ShownContent{
          .blocks = Blocks{{}, "Public words"}, .structure = "[]", .html = "<p>Public words</p>", .description = ""};
    for (const FieldMap& map : {FieldMap(), *fields}) {
      const IndexDirectory directory;
      const Searcher searcher = index_of(directory.path(), {{record_of("a"), page}}, {.fields = map, .analysers = {}},
                                         {.fields = map, .timeout = 0});
      const auto stored = searcher.document(record_of("a").url);
      BOOST_REQUIRE((stored.ok() && stored->has_value()));
      BOOST_TEST((**stored == stored_page(record_of("a"), page, map)));
      BOOST_TEST((*stored)->at("content") == (hidden ? "Public words" : "Public words and secretive ones"));
      BOOST_TEST((*stored)->contains("structure") == map.has(Field::structure));
    }
  }
}

BOOST_AUTO_TEST_CASE(dates_are_digits) {
  BOOST_TEST(date_digits("2024-05-31T10:20:30Z") == "20240531102030");
  BOOST_TEST(date_digits("2024-05-31T10:20:30.123+02:00") == "20240531102030");
  BOOST_TEST(date_digits("2024-05-31T10:20-05:00") == "202405311020");
  BOOST_TEST(date_digits("2024") == "2024");
  BOOST_TEST(date_digits("yesterday") == "");
  BOOST_TEST(date_digits("") == "");
}

BOOST_AUTO_TEST_CASE(hostile_text_arrives_cleaned) {
  const IndexDirectory directory;
  const Searcher searcher =
      index_of(directory.path(), {{record_of("latin1"), page_of("before caf\xe9 after")},
                                  {record_of("nul"), page_of(std::string_view("before\0after", 12))},
                                  {record_of("marker"), page_of("before \xEF\xBF\xBF after")},
                                  {record_of("astral"), page_of("😀 𝒳𝒴 𠮷野家")},
                                  {record_of("decomposed"), page_of("cafe\u0301")}});
  BOOST_TEST((found(searcher, "before after") == Names{"latin1", "marker", "nul"}));
  BOOST_TEST((found(searcher, "\"𠮷野家\"") == Names{"astral"}));
  BOOST_TEST((found(searcher, "xy") == Names{"astral"}));
  BOOST_TEST((found(searcher, "café") == Names{"decomposed"}));
  BOOST_TEST((*searcher.document(record_of("nul").url))->at("content") == "before\uFFFDafter");
}

BOOST_AUTO_TEST_CASE(other_programs_documents_stay) {
  const IndexDirectory directory;
  const std::string url = record_of("shared").url;
  const auto host = host_writer(directory.path(), true);
  host->addDocument(foreign_document(url, L"foreign words"));
  host->addDocument(foreign_document("other", L"foreign words"));
  host->close();

  auto writer = Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  for (int i = 0; i < 2; ++i) BOOST_TEST(!writer->put(record_of("shared"), page_of("our words")).has_value());
  BOOST_TEST(!writer->put(record_of("ours"), page_of("our words")).has_value());
  BOOST_TEST(!writer->commit().has_value());
  BOOST_TEST(!writer->remove("other").has_value());
  BOOST_TEST(!writer->remove(record_of("ours").url).has_value());
  BOOST_TEST(!writer->close().has_value());

  const Searcher searcher = std::move(*Searcher::open(directory.path(), as_written));
  BOOST_TEST(*searcher.count() == 1u);
  BOOST_TEST((found(searcher, "words") == Names{"shared"}));
  BOOST_TEST((found(searcher, "foreign") == Names{}));
  BOOST_TEST((found(searcher, "*") == Names{"shared"}));
  BOOST_TEST(documents_with(directory.path(), L"content", L"foreign") == 2);
  BOOST_TEST(documents_with(directory.path(), L"content", L"words") == 3);
}

BOOST_AUTO_TEST_CASE(a_host_program_puts_pages_with_its_own_writer_and_schema) {
  const IndexDirectory directory;
  const auto fields = FieldMap::make({{"content", "body"}, {"url", "id"}, {"structure", ""}, {"site", ""}});
  BOOST_REQUIRE(fields.ok());
  const auto host = host_writer(directory.path(), true);
  replace_page(host, record_of("a"), page_of("old hosts"), *fields);
  replace_page(host, record_of("b"), page_of("other hosts"), *fields);
  replace_page(host, record_of("a"), page_of("new hosts"), *fields);
  replace_page(host, record_of("c"), page_of("running hosts"), *fields, analyzer_for("en"));
  remove_page(host, record_of("b").url, *fields);
  host->commit();
  BOOST_TEST(host->numDocs() == 2);
  host->close();

  BOOST_TEST(documents_with(directory.path(), L"body", L"new") == 1);
  BOOST_TEST(documents_with(directory.path(), L"content", L"new") == 0);
  BOOST_TEST(documents_with(directory.path(), L"id", L"https://example.org/a") == 1);
  SearcherOptions options = as_written;
  options.fields = *fields;
  const Searcher searcher = std::move(*Searcher::open(directory.path(), options));
  BOOST_TEST((found(searcher, "hosts") == Names{"a", "c"}));
  BOOST_TEST((found(searcher, "content:hosts run") == Names{"c"}));
  BOOST_TEST((found(searcher, "site:example.org") == Names{"error query_field"}));
  BOOST_TEST((found(searcher, Query{.text = "hosts", .site = "example.org"}) == Names{"error query_field"}));
  BOOST_TEST(searcher.search({.text = "hosts"})->hits.at(0).snippet.size() == 2u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
