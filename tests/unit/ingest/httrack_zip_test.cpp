#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith::test;

namespace {

Response page(const std::string& name) { return {.url = "http://h.example/" + name, .body = "<p>text of " + name}; }

WhatWasRead read(const std::string& bytes, pith::ingest::Options options = {}) {
  WhatWasRead read = read_bytes(bytes, "zip", options);
  BOOST_TEST(read.adds_up());
  return read;
}

using Urls = std::vector<std::string>;
const std::string a = "http://h.example/a", b = "http://h.example/b", c = "http://h.example/c";

}  // namespace

BOOST_AUTO_TEST_SUITE(httrack_zip)

BOOST_AUTO_TEST_CASE(entries) {
  const auto out = read(
      httrack_entry(page("a")) + httrack_entry({.url = b, .status = 302, .headers = "Location: /c\r\n"}) +
      httrack_entry(
          {.url = c, .status = 404, .headers = "Content-Type: text/html\r\nX-Charset: koi8-r\r\n", .body = "<p>none"}) +
      httrack_entry({.url = "http://h.example/i.png", .headers = "Content-Type: image/png\r\n", .body = "PNG"}, false) +
      httrack_entry(page("kept-elsewhere"), false) + httrack_entry({.url = "http://h.example/robots.txt"}) +
      httrack_entry({.url = "http://h.example/a#b"}) + httrack_entry({.url = "http://h.example/a "}) + zip_end());
  BOOST_TEST(out.urls() == (Urls{a, b, c, "http://h.example/a%23b", "http://h.example/a%20"}),
             boost::test_tools::per_element());
  BOOST_TEST(out.pages[0].body == "<p>text of a");
  BOOST_TEST(out.pages[0].charset == "utf-8");
  BOOST_TEST(out.pages[0].fetched > 1'790'000'000);
  BOOST_TEST(out.pages[1].redirect_to == "/c");
  BOOST_TEST(out.pages[2].status == 404);
  BOOST_TEST(out.pages[2].charset == "koi8-r");
  BOOST_TEST(out.left_out("not_html") == 2);
  BOOST_TEST(out.left_out("not_in_cache") == 1);
  BOOST_TEST(out.report.losses == 0);
}

BOOST_AUTO_TEST_CASE(cut_anywhere) {
  const std::string good = httrack_entry(page("a")) + httrack_entry(page("b")), last = httrack_entry(page("c"));
  BOOST_TEST(read(good).pages.size() == 2u);  // HTTrack was killed before it wrote the directory: no page is missing
  for (std::size_t cut = 1; cut < last.size(); ++cut) {
    const auto out = read(good + last.substr(0, cut));
    BOOST_TEST(out.urls() == (Urls{a, b}), boost::test_tools::per_element());
    BOOST_TEST(out.report.losses == 1, cut);
    BOOST_TEST(out.report.first_losses.at(0).offset == good.size());
  }
}

BOOST_AUTO_TEST_CASE(each_byte_damaged) {
  const std::string before = httrack_entry(page("a")), hit = httrack_entry(page("b")),
                    after = httrack_entry(page("c")) + zip_end();
  for (std::size_t i = 0; i < hit.size(); ++i) {
    std::string damaged = hit;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
    const auto out = read(before + damaged + after);
    BOOST_TEST(out.pages.size() >= 2u, i);
    if (out.pages.size() < 2) continue;
    BOOST_TEST(out.pages.front().url == a);
    BOOST_TEST(out.pages.back().url == c, i);
    for (const auto& page : out.pages) BOOST_TEST(page.body.starts_with("<p>text of "), i);
  }
}

BOOST_AUTO_TEST_CASE(other_zip_files) {
  const auto out = read(httrack_entry(page("b")) + std::string("PK\3\4", 4) + std::string(26, '\0') + zip_end());
  BOOST_TEST(out.pages.size() == 1u);
  BOOST_TEST(out.left_out("not_httrack") == 1);
}

BOOST_AUTO_TEST_CASE(bounds) {
  const auto out = read(httrack_entry({.url = a, .body = std::string(2 << 20, 'x')}) + httrack_entry(page("b")),
                        {.page_max_bytes = 1 << 20, .url_prefix = {}});
  BOOST_TEST(out.urls() == Urls{b}, boost::test_tools::per_element());
  BOOST_TEST(out.left_out("too_large") == 1);
}

BOOST_AUTO_TEST_SUITE_END()
