#include <boost/test/unit_test.hpp>
#include <string>

#include "indexer_adapter/documents/field_map.h"
#include "indexer_adapter/words/analysis.h"
#include "indexer_adapter/words/detail/spelling.h"

namespace pith::index {

BOOST_AUTO_TEST_SUITE(schema)

BOOST_AUTO_TEST_CASE(fields_keep_their_names_without_a_map) {
  const FieldMap map;
  for (const FieldInfo& info : fields())
    BOOST_TEST(map[info.field] == (info.field == Field::asides || info.kind == FieldKind::derived ? "" : info.name),
               "asides only if one asks for them; derived fields are not in the index");
}

BOOST_AUTO_TEST_CASE(a_map_renames_and_leaves_out) {
  const auto map = FieldMap::make({{"content", "body"}, {"structure", ""}, {"generator", "made_by"}});
  BOOST_REQUIRE(map.ok());
  BOOST_TEST((*map)[Field::content] == "body");
  BOOST_TEST(!map->has(Field::structure));
  BOOST_TEST((*map)[Field::title] == "title");
}

BOOST_AUTO_TEST_CASE(a_wrong_map_is_refused) {
  const auto unknown = FieldMap::make({{"contents", "body"}});
  BOOST_REQUIRE(!unknown.ok());
  BOOST_TEST(unknown.error().code == "unknown_field");
  BOOST_TEST(unknown.error().message.find("\"content\"") != std::string::npos);
  BOOST_TEST(FieldMap::make({{"host", "h"}}).error().message ==
             "index.fields.host: is not in the index; searches read it from url");
  BOOST_TEST(FieldMap::make({{"url", ""}}).error().code == "required_field");
  BOOST_TEST(FieldMap::make({{"generator", ""}}).error().code == "required_field");
  BOOST_TEST(FieldMap::make({{"headings", "title"}}).error().code == "field_clash");
  BOOST_TEST(FieldMap::make({{"headings", "title"}, {"title", ""}}).ok());
  const auto lengths = FieldMap::make({{"content", "body"}, {"author", "body.words"}});
  BOOST_REQUIRE(!lengths.ok());
  BOOST_TEST(lengths.error().code == "field_clash");
  BOOST_TEST(lengths.error().message ==
             "index.fields: author cannot be called \"body.words\" in the index: the lengths of content are");
  BOOST_TEST(FieldMap::make({{"author", "content.words"}}).error().code == "field_clash");
  BOOST_TEST(FieldMap::make({{"author", "inbound.links"}}).error().message ==
             "index.fields: author cannot be called \"inbound.links\" in the index: the numbers of links to pages are");
  BOOST_TEST(FieldMap::make({{"author", "inbound.links"}, {"inbound", ""}}).ok());
  BOOST_TEST(FieldMap::make({{"author", "address.depth"}, {"url", "address"}}).error().message ==
             "index.fields: author cannot be called \"address.depth\" in the index: the depths of URLs are");
  BOOST_TEST(FieldMap::make({{"content", "body"}, {"author", "content.words"}}).ok());
}

BOOST_AUTO_TEST_CASE(analysers_are_checked_and_chosen_by_language) {
  const auto wrong = Analysers::make("germann");
  BOOST_REQUIRE(!wrong.ok());
  BOOST_TEST(wrong.error().code == "unknown_analyzer");
  BOOST_TEST(Analysers::make("auto", {{"de", "xyzzy"}}).error().message.starts_with("index.analyzers.de"));

  const Analysers automatic;
  BOOST_TEST(automatic.stems_of("de") == "de");
  BOOST_TEST(automatic.stems_of("pt-BR") == "pt");
  BOOST_TEST(automatic.stems_of("nb") == "no");
  BOOST_TEST(automatic.stems_of("br") == "");
  BOOST_TEST(automatic.stems_of("zh") == "");
  BOOST_TEST(automatic.stems_of("") == "");
  const auto chosen = Analysers::make("standard", {{"gsw", "de"}, {"pt", "br"}, {"en", "auto"}});
  BOOST_REQUIRE(chosen.ok());
  BOOST_TEST(chosen->stems_of("gsw") == "de");
  BOOST_TEST(chosen->stems_of("pt") == "br");
  BOOST_TEST(chosen->stems_of("en") == "en");
  BOOST_TEST(chosen->stems_of("fr") == "");
  for (const AnalyserInfo& info : analysers()) BOOST_TEST(Analysers::make(std::string(info.name)).ok());
}

BOOST_AUTO_TEST_CASE(edit_distance_counts_swaps_and_stops_at_its_limit) {
  BOOST_TEST(edit_distance(L"", L"", 2) == 0u);
  BOOST_TEST(edit_distance(L"title", L"titel", 2) == 1u);
  BOOST_TEST(edit_distance(L"kitten", L"sitting", 3) == 3u);
  BOOST_TEST(edit_distance(L"kitten", L"sitting", 2) == 3u);
  BOOST_TEST(edit_distance(L"abc", L"abcdefgh", 2) == 3u);
  BOOST_TEST(edit_distance(L"ab", L"ba", 1) == 1u);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
