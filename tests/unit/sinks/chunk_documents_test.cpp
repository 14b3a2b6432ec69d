#include "indexer_adapter/export/chunk_documents.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <set>
#include <string>
#include <vector>

using namespace pith;
using namespace pith::sinks;

namespace {

constexpr const char* url = "https://mill.example/a";

std::vector<SinkDocument> chunks_of(const std::string& html, const index::StoredPage& more = {}) {
  index::StoredPage page = {{"url", url}, {"html", html}, {"content", "x"}, {"lang", "en"}, {"title", "The mill"}};
  page.insert(more.begin(), more.end());
  auto chunks = make_chunk_documents(page);
  BOOST_REQUIRE(chunks);
  return *std::move(chunks);
}

std::set<std::string> ids_of(const std::vector<SinkDocument>& chunks) {
  std::set<std::string> out;
  for (const SinkDocument& chunk : chunks) out.insert(chunk.id);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(chunk_documents)

BOOST_AUTO_TEST_CASE(a_chunk_has_its_own_fields_and_those_of_its_page) {
  const auto chunks =
      chunks_of("<h2>Hours</h2><p>Daily.</p><h2>Wheels</h2><p>Two turn.</p>", {{"author", "A. Miller"}});
  BOOST_REQUIRE(chunks.size() == 2u);
  const auto& fields = chunks[1].fields;
  BOOST_TEST(fields["id"] == chunks[1].id);
  BOOST_TEST(fields["url"] == std::string(url) + "#:~:text=Wheels");
  BOOST_TEST(fields["trail"] == std::vector<std::string>{"Wheels"});
  BOOST_TEST(fields["content"] == "Wheels\nTwo turn.");
  BOOST_TEST(fields["markdown"] == "## Wheels\n\nTwo turn.\n");
  BOOST_TEST(fields["chunk"] == 1);
  BOOST_TEST(fields["chunks"] == 2);
  BOOST_TEST(fields["title"] == "The mill");
  BOOST_TEST(fields["author"] == "A. Miller");
  BOOST_TEST(!fields.contains("html"));
  for (const auto& [name, value] : fields.items())
    BOOST_TEST(std::ranges::any_of(chunk_fields(), [&](const DocumentField& field) { return field.name == name; }),
               name);
  const auto again = read_sink_document(fields);
  BOOST_REQUIRE(again);
  BOOST_TEST(again->id == chunks[1].id);
  BOOST_TEST(again->fields == fields);
}

BOOST_AUTO_TEST_CASE(ids_stay_when_something_else_changes) {
  const std::string a = "<h2>Hours</h2><p>Daily.</p>", b = "<h2>Wheels</h2><p>Two turn.</p>";
  const auto before = ids_of(chunks_of(a + b)),
             after = ids_of(chunks_of("<p>News!</p>" + a + b, {{"digest", "other"}}));
  BOOST_TEST(std::ranges::includes(after, before));
  BOOST_TEST(ids_of(chunks_of(b + b)).size() == 2u, "of equal ones, too");
  BOOST_TEST(*ids_of(chunks_of(a)).begin() != *ids_of(chunks_of(b)).begin());
}

BOOST_AUTO_TEST_CASE(a_page_without_content_has_none) {
  const auto none = make_chunk_documents({{"url", url}});
  BOOST_REQUIRE(none);
  BOOST_TEST(none->empty());
  const auto lost = make_chunk_documents({{"url", url}, {"content", "text"}});
  BOOST_REQUIRE(!lost);
  BOOST_TEST(lost.error().code == "not_stored");
}

BOOST_AUTO_TEST_SUITE_END()
