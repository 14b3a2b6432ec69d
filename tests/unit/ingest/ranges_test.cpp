// Pieces of files have the records, places and losses of the whole files.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "crawler_adapter/inputs/piece_json.h"
#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::test;

namespace {

Response page(int number) {
  // Larger than a block of the reader, now and then.
  const std::size_t size = number % 4 == 0 ? 700'000 : 100;
  std::string text = "<p>text of " + std::to_string(number);
  for (std::uint32_t state = static_cast<std::uint32_t>(number); text.size() < size;)
    text += static_cast<char>('a' + ((state = state * 1664525u + 1013904223u) >> 24) % 26);
  return {.url = "http://h.example/" + std::to_string(number), .body = text};
}

// The members of a file: a part that is no page, then pages.
struct File {
  const char* name;
  std::vector<std::string> records;

  std::string bytes(std::size_t begin = 0, std::size_t end = std::size_t(-1)) const {
    std::string out;
    for (std::size_t i = begin; i < std::min(end, records.size()); ++i) out += records[i];
    return out;
  }
};

File file(const char* name, const std::function<std::string(const Response&)>& record, const std::string& first) {
  File out{name, {first}};
  for (int i = 1; i < 12; ++i) out.records.push_back(record(page(i)));
  return out;
}

std::vector<File> files() {
  return {file("a.warc", warc_response, warc_info()),
          file(
              "b.warc.gz", [](const Response& r) { return gzip(warc_response(r)); }, gzip(warc_info())),
          file("c.arc", arc_response, arc_begin()),
          file(
              "d.arc.gz", [](const Response& r) { return gzip(arc_response(r)); }, gzip(arc_begin()))};
}

std::string range(const ingest::Piece& piece, const std::string& bytes) {
  return frame_bytes(ingest::to_json(piece), bytes);
}

// Named like the file, as Spark does.
WhatWasRead read_whole(const File& file) { return read_bytes(range({.file = file.name}, file.bytes()), ""); }

void check_same_pages(const WhatWasRead& read, const WhatWasRead& expected) {
  BOOST_TEST(read.urls() == expected.urls(), boost::test_tools::per_element());
  for (std::size_t i = 0; i < std::min(read.pages.size(), expected.pages.size()); ++i) {
    BOOST_TEST(read.pages[i].body == expected.pages[i].body);
    BOOST_TEST(read.pages[i].place.file == expected.pages[i].place.file);
    BOOST_TEST(read.pages[i].place.offset == expected.pages[i].place.offset);
  }
  BOOST_TEST(read.adds_up());
  BOOST_TEST(read.report.records == expected.report.records);
}

const std::string a_record = warc_response({.url = "http://h.example/a", .body = "<p>a"});
const std::string b_record = warc_response({.url = "http://h.example/b", .body = "<p>b"});

}  // namespace

BOOST_AUTO_TEST_SUITE(ranges)

BOOST_AUTO_TEST_CASE(pieces_have_the_records_and_places_of_the_whole_file) {
  for (const File& file : files()) {
    BOOST_TEST_CONTEXT(file.name) {
      const auto whole = read_bytes(file.bytes(), "");
      BOOST_TEST(whole.pages.size() == 11u);
      for (const std::size_t step : {1, 2, 5, 100}) {
        std::string bytes;
        for (std::size_t i = 0; i < file.records.size(); i += step)
          bytes += range({.file = file.name, .offset = file.bytes(0, i).size()}, file.bytes(i, i + step));
        for (const bool packed : {false, true}) {
          auto read = read_bytes(packed ? gzip(bytes) : bytes, "");
          BOOST_TEST(read.report.losses == 0);
          for (auto& each : read.pages) {
            BOOST_TEST(each.place.file == file.name);
            each.place.file.clear();
          }
          check_same_pages(read, whole);
        }
      }
    }
  }
}

// What a pass over the file finds can be read piece by piece, and covers all of it.
BOOST_AUTO_TEST_CASE(the_pieces_that_are_found_are_the_file) {
  for (const File& file : files()) {
    BOOST_TEST_CONTEXT(file.name) {
      std::vector<ingest::Piece> pieces;
      const auto found = read_bytes(file.bytes(), "", {.url_prefix = {}, .found = [&](const ingest::Piece& piece) {
                                                         pieces.push_back(piece);
                                                         return std::nullopt;
                                                       }});
      BOOST_TEST(found.pages.empty());
      BOOST_TEST(found.adds_up());
      BOOST_TEST(found.left_out("not_read") == 12);
      BOOST_TEST(pieces.size() == 12u);
      std::string ranges;
      std::uint64_t end = 0;
      for (ingest::Piece& piece : pieces) {
        BOOST_TEST(piece.offset == end);
        end = piece.offset + piece.length;
        piece.file = file.name;
        ranges += range(piece, file.bytes().substr(piece.offset, piece.length));
      }
      BOOST_TEST(end == file.bytes().size());
      check_same_pages(read_bytes(ranges, ""), read_whole(file));
    }
  }
}

// Where records are in members is for their writer to say: a page may imitate what it likes.
BOOST_AUTO_TEST_CASE(what_a_page_imitates_is_no_piece) {
  const std::string hostile =
      warc_response({.url = "http://h.example/a", .body = "<p>" + gzip(b_record) + "\r\n\r\n" + b_record + b_record});
  const auto count = [](const std::string& bytes) {
    std::size_t pieces = 0;
    read_bytes(bytes, "warc", {.url_prefix = {}, .found = [&](const ingest::Piece&) {
                                 ++pieces;
                                 return std::nullopt;
                               }});
    return pieces;
  };
  BOOST_TEST(count(warc_info() + hostile + a_record) == 3u);
  BOOST_TEST(count(gzip(warc_info()) + gzip(hostile) + gzip(a_record)) == 3u);
  // Stored, not packed: the bytes of the member in the page are there as they are.
  BOOST_TEST(count(gzip(warc_info() + hostile + a_record)) == 1u);
  // Two records in a member, one in two members.
  BOOST_TEST(count(gzip(warc_info() + a_record) + gzip(b_record)) == 2u);
  BOOST_TEST(count(gzip(warc_info() + a_record.substr(0, 100)) + gzip(a_record.substr(100) + b_record)) == 1u);
}

// Where something is damaged, only the whole file shows what follows: so the pieces end there.
BOOST_AUTO_TEST_CASE(pieces_end_after_damage) {
  const std::string too_long = "WARC/1.0\r\nWARC-Type: response\r\nContent-Length: 1000000000\r\n\r\nHTTP/1.1 200\r\n";
  for (const bool packed : {false, true}) {
    const auto member = [&](const std::string& record) { return packed ? gzip(record) : record; };
    std::string broken = member(b_record);
    if (packed)
      broken[broken.size() / 2] ^= 0x55;
    else
      broken = "no record";
    for (const std::string& bad : {member(too_long), broken}) {
      const std::string bytes = member(a_record) + bad + member(b_record) + member(a_record) + member(b_record);
      std::vector<ingest::Piece> pieces;
      const auto found = read_bytes(bytes, "warc", {.url_prefix = {}, .found = [&](const ingest::Piece& piece) {
                                                      if (pieces.empty() || pieces.back().damaged)
                                                        pieces.push_back(piece);
                                                      else
                                                        pieces.back().length += piece.length;
                                                      pieces.back().damaged = piece.damaged;
                                                      return std::nullopt;
                                                    }});
      BOOST_TEST(found.report.losses == 1);
      BOOST_TEST(pieces.size() == 2u);
      std::string ranges;
      for (ingest::Piece& piece : pieces) {
        piece.file = "f.warc";
        ranges += range(piece, bytes.substr(piece.offset, piece.length));
      }
      const auto whole = read_bytes(bytes, "warc"), parts = read_bytes(ranges, "ranges");
      BOOST_TEST(whole.pages.size() == 4u);
      BOOST_TEST(parts.urls() == whole.urls(), boost::test_tools::per_element());
      BOOST_TEST(parts.report.losses == 1);
      BOOST_TEST(parts.report.records == whole.report.records);
    }
  }
}

BOOST_AUTO_TEST_CASE(one_record_of_a_url) {
  const auto read = [](const std::optional<std::string>& url, const std::string& bytes) {
    const auto out = read_bytes(
        range({.file = "f", .offset = 1000, .url = url}, bytes) + range({.file = "g", .offset = 7}, b_record),
        "ranges");
    BOOST_TEST(out.adds_up());
    BOOST_TEST(out.pages.back().place.file == "g");  // what follows is always read
    return out;
  };
  // What comes behind the record does not matter, not even that it is cut or no record.
  for (const std::string& more : {std::string(), b_record, b_record.substr(0, 50), std::string("no record")}) {
    for (const std::string url : {"http://h.example/a", "HTTP://h.example:80/a", ""}) {
      for (const std::string& bytes : {a_record + more, gzip(a_record) + gzip(more), gzip(a_record) + more}) {
        const auto out = read(url, bytes);
        BOOST_TEST((out.urls() == std::vector<std::string>{"http://h.example/a", "http://h.example/b"}));
        BOOST_TEST(out.report.losses == 0);
      }
    }
  }
  const auto other = read("http://h.example/b", a_record);
  BOOST_TEST(other.pages.size() == 1u);
  BOOST_TEST(other.left_out("other_url") == 1);
  BOOST_REQUIRE(other.report.losses == 1);
  BOOST_TEST(other.report.first_losses[0].offset == 1000u);
  BOOST_TEST(other.report.first_losses[0].what ==
             "f: the record here is of http://h.example/a, not of http://h.example/b");
  for (const std::string& none : {std::string("no record\r\n\r\n") + a_record, gzip("no record") + gzip(a_record),
                                  std::string("\r\n\r\n"), gzip(""), a_record.substr(0, 20)}) {
    const auto out = read("http://h.example/a", none);
    BOOST_TEST(out.pages.size() == 1u);
    BOOST_TEST(out.report.records == 2);
    BOOST_TEST(out.left_out("damaged") == 1);
    BOOST_REQUIRE(out.report.losses == 1);
    BOOST_TEST(out.report.first_losses[0].offset == 1000u);
  }
}

BOOST_AUTO_TEST_CASE(damage_has_its_place_in_the_file_and_costs_no_other_piece) {
  for (const bool packed : {false, true}) {
    const std::string a = packed ? gzip(a_record) : a_record, b = packed ? gzip(b_record) : b_record;
    const std::string damaged = range({.file = "f.warc", .offset = 5000}, a + b.substr(0, b.size() - 20));
    const auto out = read_bytes(damaged + range({.file = "g.warc", .offset = 1}, a), "ranges");
    BOOST_TEST(out.pages.size() == 2u);
    BOOST_TEST(out.adds_up());
    BOOST_REQUIRE(out.report.losses == 1);
    BOOST_TEST(out.report.first_losses[0].offset == 5000 + a.size());
    BOOST_TEST(out.report.first_losses[0].what.starts_with("f.warc: "), out.report.first_losses[0].what);
  }
}

BOOST_AUTO_TEST_CASE(what_is_no_range_costs_itself_or_the_rest) {
  const std::string good = range({.file = "f", .offset = 0}, a_record);
  for (const std::string head : {"{", "[]", R"({"offset": 1})", R"({"file": "f"})", R"({"file": "f", "offset": -1})",
                                 R"({"file": "f", "offset": 1.5})", R"({"file": "f", "offset": 18446744073709551615})",
                                 R"({"file": "", "offset": 1})", R"({"file": "\n", "offset": 1})",
                                 R"({"file": 1, "offset": 1})", R"({"file": "f", "offset": 1, "url": 1})"}) {
    const auto out = read_bytes(good + frame_bytes(head, a_record) + good, "ranges");
    BOOST_TEST(out.pages.size() == 2u, head);
    BOOST_REQUIRE_MESSAGE(out.report.losses == 1, head);
    BOOST_TEST(out.report.first_losses[0].offset == good.size());
    BOOST_TEST(out.report.first_losses[0].what.starts_with("range 2 "), out.report.first_losses[0].what);
  }
  const auto rest = read_bytes(good + "\xFF\xFF\xFF\xFF" + good, "ranges");
  BOOST_TEST(rest.pages.size() == 1u);
  BOOST_TEST(rest.report.losses == 1);
  // Cut anywhere, it is one loss; where the record is whole, the page is there.
  for (std::size_t size = good.size() + 1; size < 2 * good.size(); ++size) {
    const auto out = read_bytes((good + good).substr(0, size), "ranges");
    BOOST_TEST(out.pages.size() >= 1u);
    BOOST_TEST(out.adds_up());
    BOOST_TEST(out.report.losses == 1, size);
  }
  // Recognised by its beginning, if it is longer than what is looked at.
  const std::string url = "http://h.example/" + std::string(5000, 'x');
  const auto longest =
      read_bytes(range({.file = "f", .offset = 0, .url = url}, warc_response({.url = url, .body = "<p>a"})), "");
  BOOST_TEST((longest.urls() == std::vector<std::string>{url}));
  BOOST_TEST(longest.pages.at(0).body == "<p>a");
  const auto empty = read_bytes(range({.file = "f", .offset = 9}, "") + good, "ranges");
  BOOST_TEST(empty.pages.size() == 1u);
  BOOST_REQUIRE(empty.report.losses == 1);
  BOOST_TEST(empty.report.first_losses[0].offset == 9u);
  BOOST_TEST(empty.adds_up());
}

BOOST_AUTO_TEST_SUITE_END()
