// What the page cache records about the documents of sites' templates.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::crawl;

namespace {

using Sites = std::vector<std::string>;

struct Fixture {
  test::TemporaryDirectory directory;
  CacheLedger cache = *CacheLedger::open({.directory = directory.path()});

  void index_page_of(const std::string& site) {
    CapturedPage page;
    page.url = "http://" + site + "/";
    page.status = 200;
    page.content_type = "text/html";
    page.body = "<p>text";
    BOOST_REQUIRE(!CacheCapture(cache).store(std::vector{page}));
    const auto found = cache.find(page.url);
    BOOST_REQUIRE((found.ok() && *found));
    Outcome outcome;
    outcome.page = (*found)->id;
    outcome.digest = (*found)->digest;
    outcome.state = PageState::main;
    outcome.in_index = true;
    BOOST_REQUIRE(!cache.record(std::vector{outcome}));
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(page_cache_template, Fixture)

BOOST_AUTO_TEST_CASE(inputs_are_kept_until_the_index_is_another_one) {
  BOOST_TEST(*cache.template_inputs("h") == "");
  BOOST_TEST(!cache.save_template_inputs("h", "one"));
  BOOST_TEST(!cache.save_template_inputs("h", "two"));
  BOOST_TEST(*cache.template_inputs("h") == "two");
  BOOST_TEST(*cache.template_inputs("other") == "");
  BOOST_TEST(!cache.attach_index("first"));
  BOOST_TEST(*cache.template_inputs("h") == "");
  BOOST_TEST(!cache.save_template_inputs("h", "three"));
  BOOST_TEST(!cache.attach_index("first"));
  BOOST_TEST(*cache.template_inputs("h") == "three");
}

BOOST_AUTO_TEST_CASE(sites_without_a_page_in_the_index_lose_theirs) {
  index_page_of("a.example");
  for (const char* site : {"a.example", "b.example", "c.example"}) BOOST_TEST(!cache.save_template_inputs(site, "x"));
  BOOST_TEST((*cache.templates_to_remove() == Sites{"b.example", "c.example"}));
  BOOST_TEST(!cache.mark_template_removed("b.example"));
  BOOST_TEST((*cache.templates_to_remove() == Sites{"c.example"}));
  BOOST_TEST(*cache.template_inputs("b.example") == "");
}

BOOST_AUTO_TEST_SUITE_END()
