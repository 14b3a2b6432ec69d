// Pages by the host of their URL, which the index has no field of.
#include <boost/test/unit_test.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/index/pages.h"

namespace pith::index {
namespace {

using Names = std::vector<std::string>;

NamedPage page_at(const std::string& url, const std::string& site) {
  PageRecord record = record_of("x", site);
  record.url = url;
  return {std::move(record), page_of("A walrus.")};
}

struct Fixture {
  IndexDirectory directory;
  Searcher searcher = index_of(
      directory.path(),
      {page_at("https://uni.example/home", "uni.example"), page_at("https://docs.uni.example/a", "uni.example"),
       page_at("http://docs.uni.example:8080/b", "uni.example"), page_at("http://127.0.0.1:8802/local", "127.0.0.1"),
       page_at("http://[::1]:8802/six", "[::1]"), page_at("http://xn--bcher-kva.example/buch", "xn--bcher-kva.example"),
       page_at("http://other.example/?u=http://docs.uni.example/", "other.example")});

  std::string notes(const Query& query) const {
    std::string all;
    const auto hits = searcher.search(query);
    BOOST_REQUIRE(hits.ok());
    for (const std::string& note : hits->notes) all += note;
    return all;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(hosts, Fixture)

BOOST_AUTO_TEST_CASE(pages_of_a_host) {
  for (const auto& [host, names] :
       std::vector<std::pair<std::string, Names>>{{"docs.uni.example", {"a", "b"}},
                                                  {"DOCS.uni.example", {"a", "b"}},
                                                  {"docs.uni.example:8080", {"b"}},
                                                  {"docs.uni.example:81", {}},
                                                  {"uni.example", {"home"}},
                                                  {"*.uni.example", {"a", "b", "home"}},
                                                  {"docs.*", {"a", "b"}},
                                                  {"127.0.0.1", {"local"}},
                                                  {"127.0.0.1:8802", {"local"}},
                                                  {"127.0.0.1:88", {}},
                                                  {"[::1]", {"six"}},
                                                  {"[::1]:8802", {"six"}},
                                                  {"b\u00fccher.example", {"buch"}},
                                                  {"uni", {}},
                                                  {"other.example", {"?u=http://docs.uni.example/"}}}) {
    if (host == "other.example") {
      BOOST_TEST(searcher.search({.host = host})->total == 1u);
      continue;
    }
    BOOST_TEST(found(searcher, {.host = host}) == names, host);
    BOOST_TEST(found(searcher, "walrus host:" + host) == names, host);
    BOOST_TEST(found(searcher, {.text = "walrus -host:" + host}).size() == 7 - names.size(), host);
  }
}

BOOST_AUTO_TEST_CASE(a_pattern_without_pages_is_shown_as_it_was_typed) {
  const auto hits = searcher.search({.text = "walrus", .host = "*.Nowhere.example"});
  BOOST_REQUIRE(hits.ok());
  BOOST_TEST((hits->hints == Names{"the index has no page with host \"*.nowhere.example\""}));
}

BOOST_AUTO_TEST_CASE(a_site_that_does_not_exist_may_be_a_host) {
  BOOST_TEST(found(searcher, {.text = "walrus", .site = "docs.uni.example"}) == (Names{"a", "b"}));
  BOOST_TEST(found(searcher, "walrus site:docs.uni.example") == (Names{"a", "b"}));
  BOOST_TEST(notes({.text = "walrus", .site = "docs.uni.example"}) ==
             "no site is called \"docs.uni.example\"; searched the host of that name (host:docs.uni.example)");
  BOOST_TEST(found(searcher, {.site = "127.0.0.1:8802"}) == Names{"local"});
  BOOST_TEST(searcher.search({.site = "uni.example"})->total == 3u);  // a site stays one
  BOOST_TEST(notes({.site = "uni.example"}).empty());
  BOOST_TEST(searcher.search({.site = "www.uni.example"})->total == 0u);
}

BOOST_AUTO_TEST_CASE(deleted_pages_have_no_host) {
  {
    auto writer = Writer::open(directory.path(), {});
    BOOST_REQUIRE(writer.ok());
    BOOST_REQUIRE(!writer->remove("https://docs.uni.example/a"));
    BOOST_REQUIRE(!writer->close());
  }
  BOOST_REQUIRE(searcher.reopen_if_changed().ok());
  BOOST_TEST(found(searcher, {.host = "docs.uni.example"}) == Names{"b"});
}

BOOST_AUTO_TEST_CASE(hits_are_counted_by_host) {
  const auto hits = searcher.search({.text = "walrus", .facets = true});
  BOOST_REQUIRE(hits.ok());
  std::string all;
  for (const FacetValue& value : hits->facets->hosts.values)
    all += value.value + " " + std::to_string(value.count) + "\n";
  BOOST_TEST(all ==
             "127.0.0.1:8802 1\n[::1]:8802 1\ndocs.uni.example 1\ndocs.uni.example:8080 1\nother.example 1\n"
             "uni.example 1\nxn--bcher-kva.example 1\n");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace pith::index
