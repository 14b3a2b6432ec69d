// Pages that were received again, with the bytes of another page of the site.
#include "plugin/cluster/site_records.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace pith;
using namespace pith::map;

namespace {

const std::string x = "sha1:xxxx", y = "sha1:yyyy";

crawl::CapturedPage page(const std::string& name, const std::string& digest, const std::string& text) {
  return {.url = "http://h.example/" + name,
          .status = 200,
          .content_type = "text/html",
          .charset = "utf-8",
          .robots = "noarchive",
          .fetched = 100,
          .body = "<p>" + text,
          .payload_digest = digest};
}

crawl::CapturedPage revisit(const std::string& name, const std::string& digest, const std::string& type = {}) {
  return {
      .url = "http://h.example/" + name, .status = 304, .content_type = type, .fetched = 200, .payload_digest = digest};
}

crawl::CapturedPage answer(const std::string& name, int status) {
  return {.url = "http://h.example/" + name, .status = status, .content_type = "text/html", .fetched = 300};
}

// What stays, in order of URL: the name, the text or the reason, and when it was fetched.
std::string outcome(const std::vector<crawl::CapturedPage>& pages, bool resolve = true) {
  SiteRecords records(1 << 20);
  for (const auto& each : pages) BOOST_REQUIRE(!records.add(each, crawl::record_of(each, {})));
  if (resolve) records.resolve_revisits();
  records.sort();
  std::string out;
  std::int64_t id = 0;
  for (const SiteRecords::Record& record : records.sorted()) {
    ++id;
    out += record.known.url.substr(17) + "=";
    out += record.body ? records.body(id)->substr(3) : record.known.reason.name();
    out += "@" + std::to_string(record.fetched) + " ";
    BOOST_TEST(record.body.has_value() == (record.known.state == crawl::PageState::pending));
  }
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_records)

BOOST_AUTO_TEST_CASE(a_revisit_gets_the_bytes_of_the_page_with_its_digest) {
  const auto a = page("a", x, "text"), b = page("b", y, "other");
  BOOST_TEST(outcome({a, b, revisit("c", x)}) == "a=text@100 b=other@100 c=text@200 ");
  BOOST_TEST(outcome({revisit("0", x), a}) == "0=text@200 a=text@100 ");
  BOOST_TEST(outcome({a, revisit("c", "sha1:zzzz")}) == "a=text@100 c=http_304@200 ");
  BOOST_TEST(outcome({a, revisit("c", "")}) == "a=text@100 c=http_304@200 ");
  BOOST_TEST(outcome({page("a", "", "text"), revisit("c", "")}) == "a=text@100 c=http_304@200 ");
  BOOST_TEST(outcome({a, revisit("c", x)}, false) == "a=text@100 c=http_304@200 ");
  BOOST_TEST(outcome({a, revisit("c", x, "image/png")}) == "a=text@100 c=http_304@200 ");
}

BOOST_AUTO_TEST_CASE(what_a_page_itself_was_stays_as_it_is) {
  const auto a = page("a", x, "text"), b = page("b", y, "other");
  BOOST_TEST(outcome({a, b, revisit("b", y)}) == "a=text@100 b=other@200 ");
  BOOST_TEST(outcome({revisit("b", y), b}) == "b=other@100 ");
  BOOST_TEST(outcome({a, page("0", x, "text"), revisit("a", x)}) == "0=text@100 a=text@200 ");
  // It became a copy of another page, and was itself again.
  BOOST_TEST(outcome({a, b, revisit("b", x)}) == "a=text@100 b=text@200 ");
  BOOST_TEST(outcome({a, b, revisit("b", x), revisit("b", y)}) == "a=text@100 b=other@200 ");
  BOOST_TEST(outcome({a, b, revisit("b", "sha1:zzzz")}) == "a=text@100 b=other@200 ");
  // Each repeats the other.
  BOOST_TEST(outcome({a, b, revisit("b", x), revisit("a", y)}) == "a=other@200 b=text@200 ");
}

BOOST_AUTO_TEST_CASE(later_captures_count) {
  const auto a = page("a", x, "text");
  BOOST_TEST(outcome({a, revisit("c", x), page("c", y, "new")}) == "a=text@100 c=new@100 ");
  BOOST_TEST(outcome({a, revisit("c", x), answer("c", 404)}) == "a=text@100 c=http_404@300 ");
  BOOST_TEST(outcome({a, revisit("c", x), answer("c", 503)}) == "a=text@100 c=text@200 ");
  BOOST_TEST(outcome({revisit("c", x), answer("c", 503)}) == "c=http_503@300 ");
  BOOST_TEST(outcome({a, revisit("c", x), answer("c", 304)}) == "a=text@100 c=text@300 ");
}

BOOST_AUTO_TEST_CASE(the_beginning_of_a_known_page_replaces_nothing) {
  const auto whole = page("a", x, "<p>text and more</html>"), other = page("a", y, "<p>other</html>");
  BOOST_TEST(outcome({whole, page("a", y, "<p>text")}) == "a=<p>text and more</html>@100 ");
  BOOST_TEST(outcome({whole, other}) == "a=<p>other</html>@100 ");
}

// Of several pages with the digest, the first by URL: the order of arrival makes no difference.
BOOST_AUTO_TEST_CASE(the_order_of_pages_makes_no_difference) {
  std::vector<crawl::CapturedPage> pages = {page("a", x, "one"), page("b", x, "two"), page("d", y, "three"),
                                            revisit("c", x),     revisit("e", y),     revisit("0", x)};
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    std::ranges::shuffle(pages, random);
    BOOST_TEST(outcome(pages) == "0=one@200 a=one@100 b=two@100 c=one@200 d=three@100 e=three@200 ");
  }
}

BOOST_AUTO_TEST_CASE(the_head_of_the_revisit_counts_if_it_has_one) {
  SiteRecords records(1 << 20);
  for (const auto& each : {page("a", x, "text"), revisit("b", x), revisit("c", x, "application/xhtml+xml")})
    BOOST_REQUIRE(!records.add(each, crawl::record_of(each, {})));
  records.resolve_revisits();
  records.sort();
  const auto& out = records.sorted();
  BOOST_TEST(out[1].known.robots == "noarchive");
  BOOST_TEST(out[1].known.charset == "utf-8");
  BOOST_TEST(out[2].known.robots == "");
  BOOST_TEST(out[2].known.charset == "");
  // Not all heads say a type.
  auto hidden = revisit("b", x);
  hidden.robots = "noindex";
  SiteRecords more(1 << 20);
  for (const auto& each : {page("a", x, "text"), hidden}) BOOST_REQUIRE(!more.add(each, crawl::record_of(each, {})));
  more.resolve_revisits();
  more.sort();
  BOOST_TEST(more.sorted()[1].known.robots == "noindex");
}

// Hostile digests cost no more than the pages that have them.
BOOST_AUTO_TEST_CASE(any_number_of_digests) {
  std::vector<crawl::CapturedPage> pages;
  for (int i = 0; i < 20'000; ++i) {
    pages.push_back(page("a", "sha1:" + std::to_string(i), "text"));
    pages.push_back(revisit("b", "sha1:" + std::to_string(i)));
  }
  BOOST_TEST(outcome(pages) == "a=text@100 b=text@200 ");
}

BOOST_AUTO_TEST_SUITE_END()
