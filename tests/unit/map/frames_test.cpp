// Pages that were written as frames come back as they were.
#include "crawler_adapter/inputs/frames.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::test;

namespace {

const crawl::CapturedPage usual{.url = "http://h.example/a.html",
                                .status = 200,
                                .content_type = "text/html",
                                .charset = "iso-8859-1",
                                .etag = "\"x\"",
                                .last_modified = "Tue, 24 Nov 2026 00:00:00 GMT",
                                .robots = "noindex",
                                .fetched = 1'700'000'000,
                                .body = "<html><p>Text " + std::string(1000, 'x'),
                                .place = {"crawl.warc.gz", 12'345'678'901},
                                .payload_digest = "sha1:x"};

std::vector<crawl::CapturedPage> some_pages() {
  std::vector<crawl::CapturedPage> out = {usual};
  out.push_back({.url = "http://h.example/old", .status = 301, .redirect_to = "http://h.example/a.html", .robots = ""});
  out.push_back(
      {.url = "http://h.example/gone", .status = 404, .content_type = "text/html", .robots = "", .body = "no"});
  out.push_back({.url = "http://h.example/again", .status = 304, .payload_digest = "sha1:" + std::string(145, '"')});
  out.push_back({.url = "not a url", .status = 200, .content_type = "text/html", .robots = "", .body = "<p>bad"});
  out.push_back(usual);
  out.back().robots = "noindex\ngooglebot: nofollow";
  out.push_back(usual);
  out.back().robots.reset();  // unknown
  out.push_back(usual);
  out.back().cut = true;
  out.back().body.clear();
  out.push_back(usual);  // packed to less than a thousandth
  out.back().body = "<html>" + std::string(8 << 20, ' ');
  out.push_back(usual);  // cannot be packed
  std::mt19937 random(5);
  for (int i = 0; i < 100'000; ++i) out.back().body += static_cast<char>(random());
  out.push_back(usual);  // looks packed
  out.back().body = "\x28\xB5\x2F\xFD and \x1F\x8B";
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frames)

BOOST_AUTO_TEST_CASE(pages_come_back_as_they_were) {
  const auto pages = some_pages();
  std::string bytes;
  for (const auto& page : pages) bytes += ingest::frame_of(page);
  BOOST_TEST(bytes.size() < (9u << 20));
  const auto read = read_bytes(bytes, "");  // recognised by itself
  BOOST_TEST(read.report.losses == 0);
  BOOST_REQUIRE(read.pages.size() == pages.size());
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const crawl::CapturedPage &page = read.pages[i], &was = pages[i];
    BOOST_TEST(page.url == was.url);
    BOOST_TEST(page.status == was.status);
    BOOST_TEST(page.redirect_to == was.redirect_to);
    BOOST_TEST(page.content_type == was.content_type);
    BOOST_TEST(page.charset == was.charset);
    BOOST_TEST(page.etag == was.etag);
    BOOST_TEST(page.last_modified == was.last_modified);
    BOOST_TEST((page.robots == was.robots));
    BOOST_TEST(page.fetched == was.fetched);
    BOOST_TEST((page.body == was.body), was.url);
    BOOST_TEST(page.cut == was.cut);
    BOOST_TEST(page.payload_digest == was.payload_digest);
    if (!was.place.file.empty()) BOOST_TEST((page.place == was.place));
  }
}

// What other inputs accept is not refused in a frame.
BOOST_AUTO_TEST_CASE(odd_pages_come_back_too) {
  const auto comes_back = [](const crawl::CapturedPage& page, const ingest::Options& options = {}) {
    const auto read = read_bytes(ingest::frame_of(page), "frames", options);
    BOOST_TEST(read.report.losses == 0);
    BOOST_REQUIRE(read.pages.size() == 1u);
    BOOST_TEST(read.pages[0].fetched == page.fetched);
    BOOST_TEST((read.pages[0].body == page.body));
  };
  crawl::CapturedPage page = usual;
  for (const std::int64_t fetched : {221'845'392'000, 253'402'300'799, 253'402'387'199}) {  // the years 9000, 9999
    page.fetched = fetched;
    comes_back(page);
  }
  page = usual;
  page.place.file = "a\nb.warc";
  comes_back(page);
  page = usual;
  page.body = "<html>" + std::string(8 << 20, ' ');
  comes_back(page, {.page_max_ratio = 10, .url_prefix = {}});
}

// Whatever a page's texts are, its frame can be read, and what follows.
BOOST_AUTO_TEST_CASE(the_longest_texts_fit_into_a_head) {
  for (const char c : {'x', '"', '\x01', '\xFF'}) {
    const std::string text(100'000, c);
    crawl::CapturedPage page = usual;
    page.content_type += ";" + text;
    page.charset = page.redirect_to = page.etag = page.last_modified = text;
    page.robots = text;
    page.place = {std::string(4096, c), 1};
    page.url += "?" + text;
    const auto read = read_bytes(ingest::frame_of(page) + ingest::frame_of(usual), "frames");
    BOOST_TEST(read.adds_up());
    BOOST_TEST(read.report.records == 2);
    BOOST_REQUIRE(!read.pages.empty());
    BOOST_TEST(read.pages.back().url == usual.url);
    page.url = usual.url;
    page.place = {};
    BOOST_TEST(read_bytes(ingest::frame_of(page) + ingest::frame_of(usual), "frames").pages.size() == 2u);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_frame_costs_itself_or_the_rest) {
  const std::string good = ingest::frame_of(usual);
  std::string bad_head = good;
  bad_head[8] = '!';
  const auto one = read_bytes(good + bad_head + good, "frames");
  BOOST_TEST(one.pages.size() == 2u);
  BOOST_REQUIRE(one.report.losses == 1);
  BOOST_TEST(one.report.first_losses[0].offset == good.size());
  BOOST_TEST(one.report.first_losses[0].what.starts_with("frame 2: is not JSON: "));
  const auto rest = read_bytes(good + "\xFF\xFF\xFF\xFF" + good + good, "frames");
  BOOST_TEST(rest.pages.size() == 1u);
  BOOST_REQUIRE(rest.report.losses == 1);
  BOOST_TEST(rest.report.first_losses[0].what == "frame 2 is not a frame; what follows cannot be read");
  BOOST_TEST(rest.adds_up());
  std::string endless = good;
  for (int i = 4; i < 8; ++i) endless[static_cast<std::size_t>(i)] = '\xFF';
  const auto lost = read_bytes(good + endless + good, "frames");
  BOOST_TEST(lost.pages.size() == 1u);
  BOOST_REQUIRE(lost.report.losses == 1);
  BOOST_TEST(lost.report.first_losses[0].what == "frame 2 is cut short");
  BOOST_TEST(lost.adds_up());
}

BOOST_AUTO_TEST_SUITE_END()
