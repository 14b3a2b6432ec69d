#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/effort.h"
#include "tests/support/read_input.h"

using namespace pith::test;

namespace {

Response page(const std::string& name, const std::string& body = "<p>text") {
  return {.url = "http://h.example/" + name, .body = body};
}

std::string record(const std::string& name, bool packed = false) {
  return packed ? gzip(arc_response(page(name))) : arc_response(page(name));
}

WhatWasRead read(const std::string& bytes, pith::ingest::Options options = {}) {
  WhatWasRead read = read_bytes(bytes, "arc", options);
  BOOST_TEST(read.adds_up());
  return read;
}

using Urls = std::vector<std::string>;
#define SAME_URLS(read, ...) BOOST_TEST((read).urls() == (Urls{__VA_ARGS__}), boost::test_tools::per_element())

const std::string a = "http://h.example/a", b = "http://h.example/b", c = "http://h.example/c";
const std::string block = http_message(page("a"));

// With another length in its head.
std::string with_length(std::string record, const std::string& length) {
  const std::size_t end = record.find('\n'), at = record.rfind(' ', end) + 1;
  return record.replace(at, end - at, length);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arc)

BOOST_AUTO_TEST_CASE(versions_and_spellings) {
  const std::string version_2 =
      arc_record("filedesc://t.arc",
                 "2 0 A test\nURL IP-address Archive-date Content-type Result-code Checksum Location Offset Filename "
                 "Archive-length\n",
                 "0.0.0.0 20261121213520 text/plain 200 - - 0 t.arc");
  const auto out = read(
      arc_begin() + arc_record(a, block) + arc_record(a, block, "2001:db8::1 202611212135 no-type") + version_2 +
      arc_record(a, block, "192.0.2.1 20261121213520 text/html 200 fac069150613fe55599cc7fa88aa089d - 209 t.arc") +
      arc_record(a, block, "192.0.2.1 20261121213520 text/html 302 - http://h.example/c 209 t.arc") +
      arc_record(a, block, "- 20261121213520 text/html; charset=\"koi8-r\"") + "\n\n\r\n" +
      arc_record("http://h.example/with space", block) + arc_record(a, block, "192.0.2.1 20269999999999 text/html") +
      arc_record(a, block, "192.0.2.1 20261121213520 "));
  SAME_URLS(out, a, a, a, a, a, "http://h.example/with space", a, a);
  for (const auto& read : out.pages) BOOST_TEST(read.body == "<p>text");
  BOOST_TEST(out.pages[0].fetched == 1795296920);
  BOOST_TEST(out.pages[1].fetched == 1795296900);
  BOOST_TEST(out.pages[2].fetched == 1795296920);
  BOOST_TEST(out.pages[6].fetched == 0);  // no such month
  BOOST_TEST(out.pages[0].charset == "utf-8");
  BOOST_TEST(out.pages[0].place.offset == static_cast<std::int64_t>(arc_begin().size()));
  BOOST_TEST(out.left_out("filedesc") == 2);
  BOOST_TEST(out.report.losses == 0);
}

BOOST_AUTO_TEST_CASE(records_other_than_pages) {
  const auto out = read(
      arc_begin() +
      arc_record("dns:h.example", "20261121213520\nh.example. 1 IN A 192.0.2.1", "192.0.2.2 20261121213520 text/dns") +
      arc_record("ftp://h.example/a", "<p>x") +
      arc_response({.url = "http://h.example/i.png", .headers = "Content-Type: image/png\r\n", .body = "PNG"}) +
      arc_response({.url = "http://h.example/robots.txt", .headers = "Content-Type: text/html\r\n", .body = "x"}) +
      arc_record("http://h.example/" + std::string(9000, 'x'), block) + arc_record(a, "nothing of HTTP") +
      arc_response({.url = a, .status = 301, .headers = "Location: /b\r\n"}) + record("b"));
  SAME_URLS(out, a, b);
  BOOST_TEST(out.pages[0].redirect_to == "/b");
  BOOST_TEST(out.report.records == 9);
  for (const char* reason : {"filedesc", "url_too_long", "bad_http"}) BOOST_TEST(out.left_out(reason) == 1, reason);
  BOOST_TEST(out.left_out("not_http") == 2);
  BOOST_TEST(out.left_out("not_html") == 2);
  BOOST_TEST(out.report.losses == 1);  // the response without a head
}

BOOST_AUTO_TEST_CASE(only_files_with_a_version_block_are_recognised) {
  const TemporaryDirectory directory;
  const auto type = [&](const std::string& bytes) {
    put_file(directory / "f", bytes);
    const auto input = pith::ingest::find_input(directory / "f");
    return input ? std::string((*input)->name) : input.error().code;
  };
  BOOST_TEST(type(arc_begin() + record("a")) == "arc");
  BOOST_TEST(type(gzip(arc_begin()) + record("a", true)) == "arc");
  BOOST_TEST(type(record("a")) == "unknown_input");
  BOOST_TEST(type("filedesc: what a file is\n") == "unknown_input");
}

// While lengths are right, what a page's author writes stays in the page, and what a server sends in its type or URL
// stays that host's.
BOOST_AUTO_TEST_CASE(a_page_cannot_pass_for_a_record) {
  const std::string forged = "\n" + arc_response({.url = "http://bank.example/", .body = "<p>forged"}) + "\n";
  const std::string text = record("a") + arc_response(page("b", forged)) + record("c");
  for (const std::string& file :
       {arc_begin() + text, gzip(arc_begin() + text),
        gzip(arc_begin()) + record("a", true) + gzip(arc_response(page("b", forged))) + record("c", true),
        // One text that was cut into members where the forged record begins.
        gzip(arc_begin() + text.substr(0, text.find("http://bank"))) + gzip(text.substr(text.find("http://bank")))}) {
    const auto out = read(file);
    SAME_URLS(out, a, b, c);
    BOOST_TEST(out.report.losses == 0);
  }
  const auto out = read(arc_begin() + arc_record("http://evil.example/ 192.0.2.1 20261121213520 text/html 5", block) +
                        arc_record("http://evil.example/", block,
                                   "192.0.2.1 20261121213520 x http://bank.example/ 192.0.2.1 20261121213520 x"));
  BOOST_TEST(out.pages.size() == 2u);
  for (const auto& read : out.pages) BOOST_TEST(read.url.starts_with("http://evil.example/ "));
}

BOOST_AUTO_TEST_CASE(truncated_anywhere) {
  for (const bool packed : {false, true}) {
    const std::string good = record("a", packed) + record("b", packed), last = record("c", packed);
    for (std::size_t cut = 1; cut + (packed ? 0 : 1) < last.size(); ++cut) {
      const auto out = read(good + last.substr(0, cut));
      SAME_URLS(out, a, b);
      BOOST_TEST(out.report.losses == 1, "cut at " << cut);
      BOOST_TEST(out.report.first_losses.at(0).offset == good.size());
    }
    SAME_URLS(read(good + last.substr(0, last.size() - (packed ? 0 : 1))), a, b, c);  // the page is complete
  }
}

BOOST_AUTO_TEST_CASE(each_byte_damaged) {
  for (const bool packed : {false, true}) {
    const std::string before = record("a", packed), after = record("c", packed), hit = record("b", packed);
    for (std::size_t i = 0; i < hit.size(); ++i) {
      std::string damaged = hit;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x41);
      const auto out = read(before + damaged + after);
      BOOST_TEST(out.pages.size() >= 2u, i);
      if (out.pages.size() < 2) continue;
      BOOST_TEST(out.pages.front().url == a);
      BOOST_TEST(out.pages.back().url == c, i);
      if (packed && i >= 10 && out.pages.size() > 2) BOOST_TEST(out.pages[1].body == "<p>text", i);
      if (packed && out.pages.size() == 2) {
        BOOST_TEST(out.report.losses == 1, i);
        BOOST_TEST(out.report.first_losses.at(0).offset == before.size());
      }
    }
  }
}

BOOST_AUTO_TEST_CASE(garbage_between_records_is_one_loss) {
  const auto out = read(record("a") + "some garbage\nof two lines\n" + record("b") + "\nhttp://h.example/x 1 2 3\n" +
                        std::string(100'000, 'x') + "\n" + record("c"));
  SAME_URLS(out, a, b, c);
  BOOST_TEST(out.report.losses == 2);
  BOOST_TEST(out.report.first_losses[0].offset == record("a").size());
  const auto packed = read(record("a", true) + gzip("some garbage\nof two lines\n") + record("b", true) + "garbage" +
                           record("c", true));
  SAME_URLS(packed, a, b, c);
  BOOST_TEST(packed.report.losses == 2);
  BOOST_TEST(packed.report.first_losses[0].offset == record("a", true).size());
}

BOOST_AUTO_TEST_CASE(wrong_lengths_hide_no_records_after_them) {
  for (const char* length : {"5", "100000", "99999999999999999999", "18446744073709551615", "-1", "x", "4000000000"})
    for (const bool packed : {false, true}) {
      const std::string hit = with_length(record("b"), length);
      const auto out = read(record("a", packed) + (packed ? gzip(hit) : hit) + record("c", packed));
      BOOST_TEST(out.urls() == (Urls{a, c}), boost::test_tools::per_element());
      BOOST_TEST(out.report.losses == 1, length);
      BOOST_TEST(out.report.first_losses.at(0).offset == record("a", packed).size(), length);
    }
}

BOOST_AUTO_TEST_CASE(a_length_beyond_the_member_hides_no_records_after_it) {
  std::string behind;
  for (int i = 0; i < 200; ++i)
    behind +=
        gzip(arc_response(page(std::to_string(i), std::string(9000, 'x')))) + gzip(arc_record("dns:h.example", "x"));
  for (const std::string& whole : {arc_response(page("b", std::string(70'000, 'y'))), arc_record("dns:h.example", "x")})
    for (const std::uint64_t length : {70'300u, 1'000'000u, 30'000'000u, 4'000'000'000u}) {
      const auto out = read(gzip(arc_begin()) + gzip(with_length(whole, std::to_string(length))) + behind);
      BOOST_TEST(out.pages.size() == 200u, length);
      BOOST_TEST(out.report.records == 402);
      BOOST_TEST(out.left_out("damaged") == 1);
      BOOST_REQUIRE(out.report.losses == 1);
      BOOST_TEST(out.report.first_losses[0].offset == gzip(arc_begin()).size());
      BOOST_TEST(out.report.first_losses[0].what.ends_with(" of " + std::to_string(length) + " bytes"));
    }
}

BOOST_AUTO_TEST_CASE(a_body_shorter_than_its_length_is_cut) {
  const auto out =
      read(arc_response({.url = a, .headers = "Content-Type: text/html\r\nContent-Length: 20\r\n", .body = "<p>cut"}) +
           arc_response({.url = b, .headers = "Content-Encoding: gzip\r\n", .body = gzip("<p>cut").substr(0, 15)}) +
           arc_response({.url = c, .headers = "Content-Encoding: gzip\r\n", .body = gzip("<p>whole")}));
  SAME_URLS(out, c);
  BOOST_TEST(out.pages[0].body == "<p>whole");
  BOOST_TEST(out.left_out("damaged") == 2);
  BOOST_REQUIRE(out.report.losses == 2);
  BOOST_TEST(out.report.first_losses[0].what == a + ": its body has 6 of 20 bytes");
}

BOOST_AUTO_TEST_CASE(records_over_the_bound_are_skipped) {
  const std::string large(3 << 20, 'x');
  const pith::ingest::Options options{.page_max_bytes = 1 << 20, .url_prefix = {}};
  const auto out =
      read(arc_response(page("a", large)) + record("b") +
               arc_response({.url = a, .headers = "Content-Type: video/mp4\r\n", .body = large}) +
               arc_response({.url = a, .headers = "Content-Encoding: gzip\r\n", .body = gzip(large)}) + record("c"),
           options);
  SAME_URLS(out, b, c);
  BOOST_TEST(out.left_out("too_large") == 2);
  BOOST_TEST(out.left_out("not_html") == 1);
  BOOST_TEST(out.report.losses == 0);
}

BOOST_AUTO_TEST_CASE(beginnings_everywhere_end_in_time) {
  const std::string head = "http://h.example/ 192.0.2.1 20261121213520 text/html ";
  for (const std::string& piece :
       {std::string("http://"), std::string("http://h.example/\n"), std::string(" 192.0.2.1 20261121213520 x 1\n"),
        std::string(" 20261121213520"), std::string(" 5"), head + "16000000\n", head + "16000000000\n", head + "1\n"}) {
    std::string bytes = record("a");
    while (bytes.size() < 8 << 20) bytes += piece;
    const double seconds = pith::test::standard_seconds([&] {
      const auto out = read(bytes + "\n" + record("c"));
      BOOST_TEST(!out.pages.empty(), piece);
      BOOST_TEST(out.report.losses >= 1, piece);
    });
    BOOST_TEST(seconds < 10, piece);
  }
}

BOOST_AUTO_TEST_SUITE_END()
