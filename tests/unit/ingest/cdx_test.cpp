// Records that CDX files name.
#include <sys/stat.h>

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "crawler_adapter/inputs/cdx_line.h"
#include "crawler_adapter/inputs/piece_json.h"
#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::test;

namespace {

std::string record(const std::string& name) {
  return gzip(warc_response({.url = "http://h.example/" + name, .body = "<p>text of " + name}));
}

std::string line(const std::string& name, const std::string& file, std::size_t offset, std::size_t length) {
  return "example,h)/" + name + " 20261121213520 {\"url\": \"http://h.example/" + name + "\", \"offset\": \"" +
         std::to_string(offset) + "\", \"length\": \"" + std::to_string(length) + "\", \"filename\": \"" + file +
         "\"}\n";
}

std::string shown(const std::string& text) {
  ingest::CdxLines lines;
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const auto piece = lines.read(text.substr(at, end - at));
    if (!piece)
      out += "[" + piece.error().message + "]";
    else if (*piece)
      out += ingest::to_json(**piece);
    at = end + 1;
  }
  return out;
}

struct Files {
  TemporaryDirectory directory;
  const std::string a = record("a"), b = record("b"), c = record("c");

  Files() {
    put_file(directory / "archive/1.warc.gz", gzip(warc_info()) + a + b);
    put_file(directory / "archive/sub/2.warc.gz", c);
    put_file(directory / "outside.warc.gz", c);
  }
  std::size_t at_a() const { return gzip(warc_info()).size(); }
  std::size_t at_b() const { return at_a() + a.size(); }

  WhatWasRead read(const std::string& lines) const {
    put_file(directory / "index.cdx", lines);
    auto out = read_path(directory / "index.cdx", "cdx", {.url_prefix = {}, .archives = directory / "archive"});
    BOOST_TEST(out.adds_up());
    return out;
  }
};

using Urls = std::vector<std::string>;

}  // namespace

BOOST_AUTO_TEST_SUITE(cdx)

BOOST_AUTO_TEST_CASE(lines_of_all_kinds) {
  const std::string wanted = R"({"file":"f.warc.gz","offset":815,"length":99,"url":"http://h.example/"})";
  const std::string without_length = R"({"file":"f.warc.gz","offset":815,"url":"http://h.example/"})";
  // Of wget, with its header.
  BOOST_TEST(
      shown(" CDX a b a m s k r M V g u\n"
            "http://h.example/ 20261126184511 http://h.example/ text/html 200 GAR5 - - 815 f.warc.gz <urn:1>\n") ==
      without_length);
  const std::string first = "example,h)/ 20261126184511 http://h.example/ text/html 200 GAR5 -";
  BOOST_TEST(shown(" CDX N b a m s k r M S V g\n" + first + " - 99 815 f.warc.gz\r\n") == wanted);
  BOOST_TEST(shown(first + " - 99 815 f.warc.gz") == wanted);
  BOOST_TEST(shown(first + " - 815 f.warc.gz") == without_length);
  BOOST_TEST(shown(first + " 815 f.warc.gz") == without_length);
  BOOST_TEST(shown("CDX g V a\nf.warc.gz 815 http://h.example/") == without_length);
  BOOST_TEST(shown("\tCDX\tg\tv\na b.arc\t1") == R"({"file":"a b.arc","offset":1,"url":""})");
  // Of pywb and Common Crawl; a file may have lines of several.
  BOOST_TEST(shown("!OpenWayback-CDXJ 1.0\n" +
                   std::string(R"(example,h)/ 20261126184511 {"url": "http://h.example/", "mime": "text/html", )") +
                   R"("status": "200", "length": "99", "offset": "815", "filename": "f.warc.gz"})" + "\n\n" +
                   R"(example,h)/ 2026 {"url":"http://h.example/","length":99,"offset":815,"filename":"f.warc.gz"})") ==
             wanted + wanted);
}

BOOST_AUTO_TEST_CASE(lines_that_say_nothing) {
  BOOST_TEST(shown("no line") == "[is neither CDX nor CDXJ]");
  BOOST_TEST(shown(" CDX a V g\nhttp://h.example/ 1") == "[has 2 fields, not 3]");
  BOOST_TEST(shown(" CDX a V g\nhttp://h.example/ - f") == "[has no offset (field V)]");
  BOOST_TEST(shown(" CDX a V g\nhttp://h.example/ 1x f") == "[has no offset (field V)]");
  BOOST_TEST(shown(" CDX a V g\nhttp://h.example/ 99999999999999999999 f") == "[has no offset (field V)]");
  BOOST_TEST(shown(" CDX a V g\nhttp://h.example/ 1 -") == "[names no file]");
  BOOST_TEST(shown(" CDX a V\nhttp://h.example/ 1") == "[names no file]");
  BOOST_TEST(shown(R"(a 2026 {"offset": 1})") == R"([has no "filename"])");
  BOOST_TEST(shown(R"(a 2026 {"filename": "f", "offset": -1})") == R"(["offset" is not a number of bytes])");
  BOOST_TEST(shown(R"(a 2026 {"filename": 1, "offset": 1})") == R"(["filename" is not text])");
  BOOST_TEST(shown(R"(a 2026 {"filename": "f", )").starts_with("[is not JSON: "));
  BOOST_TEST(shown("a 2026 " + std::string(10'000, '[')).starts_with("[is neither"));
  BOOST_TEST(shown("a 2026 {\"filename\":" + std::string(10'000, '[')).starts_with("["));
  BOOST_TEST(shown(R"(a 2026 {"filename": "f", "offset": 1, "url": ")" + std::string(9'000, 'x') + "\"}") ==
             "[has a URL that is too long]");
}

BOOST_AUTO_TEST_CASE(it_is_recognised) {
  for (const char* head :
       {" CDX N b a m s k r M S V g\n", "CDX a V g\n", "!meta {}\na 20261126184511 {", "a 20261126184511 {\"url\"",
        "a 20261126184511 http://h.example/ text/html 200 X - - 9 8 f.warc.gz\n"})
    BOOST_TEST(ingest::is_cdx(head), head);
  for (const char* head :
       {"", "!", "!\n", "CDX", "{\"url\": 1}", "a b c d e f g h i j k\n", "a 2026 b\n", "WARC/1.0\r\n"})
    BOOST_TEST(!ingest::is_cdx(head), head);
}

BOOST_AUTO_TEST_CASE(records_come_in_order_of_file_and_place) {
  const Files f;
  const std::string lines = line("c", "sub/2.warc.gz", 0, f.c.size()) + line("b", "1.warc.gz", f.at_b(), f.b.size()) +
                            line("a", "1.warc.gz", f.at_a(), f.a.size());
  for (const std::string& each : {lines, gzip(lines)}) {
    const auto out = f.read(each);
    BOOST_TEST((out.urls() == Urls{"http://h.example/a", "http://h.example/b", "http://h.example/c"}));
    BOOST_TEST(out.report.losses == 0);
    BOOST_TEST(out.pages[1].place.file == "1.warc.gz");
    BOOST_TEST(static_cast<std::size_t>(out.pages[1].place.offset) == f.at_b());
    BOOST_TEST(out.pages[2].place.file == "sub/2.warc.gz");
  }
  // What is named again is read once.
  const auto again = f.read(lines + lines);
  BOOST_TEST(again.pages.size() == 3u);
  BOOST_TEST(again.left_out("same_line") == 3);
  BOOST_TEST(again.report.losses == 0);
  // Only what the file names.
  BOOST_TEST((f.read(line("b", "1.warc.gz", f.at_b(), 0)).urls() == Urls{"http://h.example/b"}));
  const std::string absolute = f.directory / "archive/1.warc.gz";
  BOOST_TEST((f.read(line("a", absolute, f.at_a(), 0)).urls() == Urls{"http://h.example/a"}));
}

BOOST_AUTO_TEST_CASE(wrong_lines_and_files_end_nothing) {
  const Files f;
  mkfifo((f.directory / "archive/pipe").c_str(), 0600);
  const std::string good = line("c", "sub/2.warc.gz", 0, 0);
  const auto check = [&](const std::string& lines, const std::string& reason, std::int64_t count,
                         const std::string& what) {
    const auto out = f.read(lines + good);
    BOOST_TEST((out.urls() == Urls{"http://h.example/c"}), what);
    BOOST_TEST(out.left_out(reason) == count, what);
    BOOST_REQUIRE(out.report.losses == 1);
    BOOST_TEST(out.report.first_losses[0].what.starts_with(what), out.report.first_losses[0].what);
  };
  check("no line\n", "bad_line", 1, "line 1: is neither CDX nor CDXJ");
  check("a 2026 {" + std::string(100'000, ' ') + "}\n", "bad_line", 1, "line 1: is too long");
  // Once for all records of a file.
  check(line("x", "3.warc.gz", 1, 2) + line("y", "3.warc.gz", 5, 2), "no_file", 2,
        "3.warc.gz: " + (f.directory / "archive/3.warc.gz"));
  for (const std::string& outside : {std::string("../outside.warc.gz"), f.directory / "outside.warc.gz",
                                     std::string("sub/../../outside.warc.gz"), std::string("."), std::string("..")})
    check(line("c", outside, 0, 0), "no_file", 1, outside + ": is not below the directory of --archives");
  check(line("c", "sub", 0, 0), "no_file", 1, "sub: ");
  check(line("c", "pipe", 0, 0), "no_file", 1, "pipe: ");
  check(line("c", "sub/2.warc.gz", 100'000, 0), "damaged", 1, "sub/2.warc.gz: has only ");
  check(line("c", "1.warc.gz", f.at_a(), 0), "other_url", 1,
        "1.warc.gz: the record here is of http://h.example/a, not of http://h.example/c");
  check(line("a", "1.warc.gz", f.at_a() + 1, 0), "damaged", 1, "1.warc.gz: no record begins here");
  check(line("a", "1.warc.gz", f.at_a(), f.a.size() - 5), "damaged", 1, "1.warc.gz: record 1, http://h.example/a: ");
}

BOOST_AUTO_TEST_SUITE_END()
