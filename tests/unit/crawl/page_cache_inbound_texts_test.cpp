// What the page cache records about what pages say of each other.
#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "cache_fixture.h"
#include "crawler_adapter/cache/cache_repair.h"

using namespace pith;
using namespace pith::crawl;

namespace {

struct Fixture : CacheFixture {
  void index(const std::string& url, const std::string& link_texts) {
    const CachedPage found = find(url);
    Outcome outcome;
    outcome.page = found.id;
    outcome.digest = found.digest;
    outcome.charset = found.charset;
    outcome.state = PageState::main;
    outcome.link_texts = link_texts;
    outcome.fingerprint = "f";
    outcome.in_index = true;
    BOOST_REQUIRE(!cache.record(std::vector{outcome}));
  }

  std::vector<InboundRow> rows(const std::string& site = "h") {
    std::vector<InboundRow> all;
    BOOST_REQUIRE(!cache.visit_inbound_rows(site, [&](InboundRow&& row) { all.push_back(std::move(row)); }));
    return all;
  }

  void save(const std::string& url, const std::string& digest) {
    BOOST_REQUIRE(!cache.save_inbound_digests(std::vector{std::pair(find(url).id, digest)}));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(page_cache_inbound_texts, Fixture)

BOOST_AUTO_TEST_CASE(pages_of_a_site_in_order_of_url) {
  store({page("http://h/b", "<p>b"), page("http://h/a", "<p>a"), page("http://h/c", "<p>c"),
         answer("http://h/old", 301, "http://h/a"), page("http://other/", "<p>")});
  index("http://h/a", "texts of a");
  index("http://h/b", std::string("\0\xff", 2));
  const auto all = rows();
  BOOST_REQUIRE(all.size() == 4u);
  BOOST_TEST(all[0].url == "http://h/a");
  BOOST_TEST(all[0].id == find("http://h/a").id);
  BOOST_TEST(all[0].in_index);
  BOOST_TEST(all[0].link_texts == "texts of a");
  BOOST_TEST(all[1].link_texts == std::string("\0\xff", 2));
  BOOST_TEST(!all[2].in_index);
  BOOST_TEST(all[2].link_texts == "");
  BOOST_TEST(all[3].stands_for == "http://h/a");
  BOOST_TEST(!all[3].in_index);
}

BOOST_AUTO_TEST_CASE(a_folded_page_stands_for_the_other) {
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b")});
  index("http://h/a", "a");
  index("http://h/b", "b");
  FoldChange change;
  change.page = find("http://h/b").id;
  change.into = "http://h/a";
  change.reason = PageReason::duplicate;
  BOOST_REQUIRE(cache.fold(std::span(&change, 1)).ok());
  BOOST_TEST(rows()[1].stands_for == "http://h/a");
  BOOST_TEST(!rows()[1].in_index);
}

BOOST_AUTO_TEST_CASE(digests_are_kept_while_the_index_has_the_page) {
  store({page("http://h/a", "<p>a"), page("http://h/b", "<p>b")});
  index("http://h/a", "a");
  index("http://h/b", "b");
  save("http://h/a", "one");
  save("http://h/b", "two");
  BOOST_TEST(rows()[0].inbound_digest == "one");
  store({page("http://h/a", "<p>changed")});
  BOOST_TEST(rows()[0].inbound_digest == "one", "the index still has them");
  BOOST_TEST(rows()[0].link_texts == "a", "and the page as it was");
  BOOST_TEST(rows()[0].in_index);
  BOOST_REQUIRE(!cache.mark_removed(std::vector{find("http://h/b").id}));
  BOOST_TEST(rows()[1].inbound_digest == "");
  BOOST_REQUIRE(!CacheRepair(cache).forget_documents(std::vector{find("http://h/a").id}));
  save("http://h/a", "three");
  BOOST_REQUIRE(!cache.attach_index("another"));
  BOOST_TEST(rows()[0].inbound_digest == "");
}

BOOST_AUTO_TEST_CASE(damaged_texts_are_unknown_and_read_again) {
  store({page("http://h/a", "<p>a")});
  index("http://h/a", "texts of a");
  SQLite::Database(directory / "cache/pages.sqlite", SQLite::OPEN_READWRITE)
      .exec("UPDATE page SET link_texts = CAST('damaged' AS BLOB)");
  BOOST_TEST(rows()[0].link_texts == "");
  BOOST_TEST(CacheRepair(cache).check()->work == 1);
  BOOST_REQUIRE(!CacheRepair(cache).drop_damaged_work());
  BOOST_TEST(CacheRepair(cache).check()->work == 0);
  BOOST_TEST(cache.site_state("h")->pages[0].fingerprint == "");
}

BOOST_AUTO_TEST_SUITE_END()
