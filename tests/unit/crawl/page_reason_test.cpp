#include "crawler_adapter/cache/page_reason.h"

#include <SQLiteCpp/SQLiteCpp.h>

#include <boost/test/unit_test.hpp>
#include <set>
#include <string>

#include "core/extract/extracted_page.h"
#include "crawler_adapter/cache/page_state.h"
#include "tests/unit/crawl/cache_fixture.h"

namespace pith::crawl {

BOOST_AUTO_TEST_SUITE(reasons_of_pages)

BOOST_AUTO_TEST_CASE(names_are_unique_and_lead_back_to_their_kind) {
  std::set<std::string> names;
  for (int i = 0; i < PageReason::http_status; ++i) {
    const PageReason reason(static_cast<PageReason::Kind>(i));
    BOOST_TEST(names.insert(reason.name()).second, reason.name());
    BOOST_TEST(PageReason::named(reason.name()).kind() == i, reason.name());
  }
  BOOST_TEST(PageReason().name() == "");
  BOOST_TEST(PageReason(PageReason::evicted).name() == "evicted");
}

BOOST_AUTO_TEST_CASE(a_status_is_part_of_the_name) {
  BOOST_TEST(PageReason::of_status(404).name() == "http_404");
  BOOST_TEST((PageReason::of_status(404) == PageReason::http_status));
  BOOST_TEST((PageReason::named("http_404") == PageReason::of_status(404)));
  BOOST_TEST((PageReason::of_status(404) != PageReason::of_status(410)));
}

BOOST_AUTO_TEST_CASE(an_unknown_name_is_kept) {
  for (const char* name : {"http_", "http_4o4", "http_status", "other", "Gone", "gone ", "of_the_future"}) {
    const PageReason reason = PageReason::named(name);
    BOOST_TEST(reason.kind() == PageReason::other, name);
    BOOST_TEST(reason.name() == name);
  }
  BOOST_TEST((PageReason::named("a") != PageReason::named("b")));
}

BOOST_AUTO_TEST_CASE(states_by_name_and_status) {
  for (int i = 0; i < int(PageState::unknown); ++i) {
    const auto state = static_cast<PageState>(i);
    BOOST_TEST((state_named(name_of(state)) == state), name_of(state));
  }
  for (const char* name : {"", "maim", "unknown", "Main"}) BOOST_TEST((state_named(name) == PageState::unknown), name);
  for (const Status status : {Status::main, Status::fallback, Status::whole, Status::skipped}) {
    BOOST_TEST(name_of(state_of(status)) == name_of(status));
    BOOST_TEST(is_extracted(state_of(status)) == (status != Status::skipped));
  }
}

// Names that a newer Pith or a flipped bit may leave behind.
BOOST_FIXTURE_TEST_CASE(unknown_names_in_the_cache_stay_in_the_counts, CacheFixture) {
  store({page("http://h/a", "a"), page("http://h/b", "b"), page("http://h/c", "c")});
  const auto change = [&](const std::string& sql) {
    SQLite::Database(options.directory + "/pages.sqlite", SQLite::OPEN_READWRITE).exec(sql);
  };
  change("UPDATE page SET state = 'skipped', reason = 'of_the_future' WHERE url = 'http://h/a'");
  change("UPDATE page SET state = 'maim' WHERE url = 'http://h/b'");
  BOOST_TEST(state("http://h/a") == "skipped of_the_future");
  BOOST_TEST(state("http://h/b") == "unknown");
  const SiteCounts all = total();  // also checks the sum
  BOOST_TEST(all.skipped == 2);
  BOOST_TEST(all.pending == 1);
  BOOST_REQUIRE(all.skipped_by_reason.size() == 1u);
  BOOST_TEST(all.skipped_by_reason.front().first.name() == "of_the_future");
  BOOST_TEST(all.skipped_by_reason.front().second == 1);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::crawl
