#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith::test;

namespace {

std::string record(const std::string& name) {
  return warc_response({.url = "http://h.example/" + name, .body = "<p>text of " + name});
}

WhatWasRead read(const std::string& bytes) {
  WhatWasRead read = read_bytes(bytes, "wacz");
  BOOST_TEST(read.adds_up());
  return read;
}

std::string type(const std::string& bytes) {
  const TemporaryDirectory directory;
  put_file(directory / "f", bytes);
  const auto input = pith::ingest::find_input(directory / "f");
  return input ? (*input)->name : input.error().code;
}

// With these bytes of the directory's first entry, or of the end record, replaced.
std::string with(std::string zip, const char* signature, std::size_t at, const std::string& bytes) {
  return zip.replace(zip.find(std::string(signature, 4)) + at, bytes.size(), bytes);
}

std::string repeated(const std::string& bytes, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += bytes;
  return out;
}

using Urls = std::vector<std::string>;
#define SAME_URLS(read, ...) BOOST_TEST((read).urls() == (Urls{__VA_ARGS__}), boost::test_tools::per_element())

const std::string a = "http://h.example/a", b = "http://h.example/b", c = "http://h.example/c";
const ZipMember package{"datapackage.json", "{}"};

}  // namespace

BOOST_AUTO_TEST_SUITE(wacz)

BOOST_AUTO_TEST_CASE(files_in_the_archive_with_their_places) {
  const std::string info = gzip(warc_info()), plain = record("b");
  const auto out = read(zip_file({{"pages/pages.jsonl", record("in-a-list-of-pages")},
                                  {"archive/", ""},
                                  {"archive/1.warc.gz", info + gzip(record("a"))},
                                  {"archive/2.warc", plain + record("c"), true},
                                  {"archive/3.warc.gz", gzip(record("a")), true},
                                  {"archive/4.warc", ""},
                                  package}));
  SAME_URLS(out, a, b, c, a);
  BOOST_TEST(out.report.losses == 0);
  const std::vector<std::pair<std::string, std::size_t>> places{
      {"1.warc.gz", info.size()}, {"2.warc", 0}, {"2.warc", plain.size()}, {"3.warc.gz", 0}};
  for (std::size_t i = 0; i < places.size(); ++i) {
    BOOST_TEST(out.pages[i].place.file == "!archive/" + places[i].first);  // behind the name of the source
    BOOST_TEST(out.pages[i].place.offset == static_cast<std::int64_t>(places[i].second));
  }
  BOOST_TEST(out.position <= out.size);
}

BOOST_AUTO_TEST_CASE(recognised_by_its_members) {
  const ZipMember warc{"archive/data.warc.gz", gzip(record("a"))};
  BOOST_TEST(type(zip_file({warc, package})) == "wacz");
  BOOST_TEST(type(zip_file({{"any.txt", "x"}, package, warc})) == "wacz");
  BOOST_TEST(type(zip_file({warc})) == "zip");
  BOOST_TEST(type(zip_file({package, {"archive/data.txt", "x"}})) == "zip");
  const std::string cut = zip_file({warc, package}).substr(0, 150);
  BOOST_TEST(type(cut) == "wacz");
  BOOST_TEST(read(cut).report.losses == 1);
  // The cache of a killed crawl, whose last page is the end of a WACZ.
  const std::string cache = httrack_entry({.url = a, .body = "<p>text"});
  BOOST_TEST(type(cache + zip_end()) == "zip");
  BOOST_TEST(type(zip_file({warc, package}, cache)) == "zip");
  const auto input = pith::ingest::find_input("-", "wacz");
  pith::ingest::Reading reading({}, [](pith::crawl::CapturedPage) { return std::nullopt; });
  const auto error = (*input)->read("-", reading);
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->code == "no_input");
}

BOOST_AUTO_TEST_CASE(a_file_that_is_named_and_not_there_is_a_loss) {
  const ZipMember warc{"archive/1.warc.gz", gzip(record("a"))};
  const auto losses = [&](const std::string& description) {
    const auto out = read(zip_file({warc, {"datapackage.json", description}}));
    SAME_URLS(out, a);
    return out.report;
  };
  const auto report = losses(
      R"({"resources":[{"path":"archive/1.warc.gz"},{"path":"archive/2.warc.gz"},{"path":"pages/pages.jsonl"},7,{}]})");
  BOOST_REQUIRE(report.losses == 1);
  BOOST_TEST(report.first_losses[0].what == "lacks archive/2.warc.gz, which its datapackage.json names");
  for (const char* description : {"", "{", "[]", "7", R"({"resources":7})", R"({"resources":[[]]})"})
    BOOST_TEST(losses(description).losses == 0, description);
}

BOOST_AUTO_TEST_CASE(what_cannot_be_read_is_a_loss_and_the_rest_is_read) {
  const std::string good = gzip(record("b"));
  const auto zip = [&](const ZipMember& first) { return zip_file({first, {"archive/2.warc.gz", good}, package}); };
  const ZipMember first{"archive/1.warc.gz", gzip(record("a"))}, packed{"archive/1.warc", record("a"), true};
  const auto loss = [&](const std::string& bytes, const std::string& why) {
    const auto out = read(bytes);
    BOOST_TEST_CONTEXT(why) {
      BOOST_TEST(out.urls().size() >= 1u);
      if (!out.urls().empty()) BOOST_TEST(out.urls().back() == b);
      BOOST_REQUIRE(out.report.losses == 1);
      const std::string& what = out.report.first_losses[0].what;
      BOOST_TEST(what.starts_with("archive/1.warc"), what);
      BOOST_TEST(what.find(why) != what.npos, what);
    }
  };
  const char* entry = "PK\1\2";
  loss(with(zip(first), entry, 8, little_endian(9, 2)), "encrypted");
  loss(with(zip(first), entry, 10, little_endian(93, 2)), "method 93");
  loss(with(zip(first), entry, 24, little_endian(1, 4)), "two sizes");
  loss(with(zip(first), entry, 42, little_endian(1, 4)), "is not where");
  loss(with(zip(first), entry, 42, little_endian(0xfffffff0, 4)), "is not where");
  loss(with(with(zip(first), entry, 20, little_endian(9999, 4)), entry, 24, little_endian(9999, 4)), "runs into");
  loss(zip({"archive/1.warc.xz", "x"}), "not named like");
  loss(with(zip(packed), entry, 16, little_endian(7, 4)), "other bytes");
  loss(with(zip(packed), entry, 24, little_endian(70, 4)), "more bytes");
  loss(with(zip(packed), entry, 24, little_endian(5000, 4)), "other bytes");
  loss(with(zip(packed), "PK\3\4", 60, std::string(60, 'x')), "deflated bytes are damaged");
  loss(zip({"archive/1.warc", repeated(gzip(record("a")), 20'000), true}), "over 100 times");
}

BOOST_AUTO_TEST_CASE(members_that_overlap_are_read_once) {
  std::string zip = zip_file({{"archive/x.warc", record("a") + record("b")}, {"archive/x.warc", record("c")}, package});
  const std::size_t second = zip.find("PK\1\2", zip.find("PK\1\2") + 4);
  zip.replace(second, 46, zip.substr(zip.find("PK\1\2"), 46));  // the same member again
  const auto out = read(zip);
  SAME_URLS(out, a, b);
  BOOST_REQUIRE(out.report.losses == 1);
  BOOST_TEST(out.report.first_losses[0].what.find("overlaps") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(damaged_directories) {
  const std::string good = wacz_file("data.warc", record("a"));
  const char* end = "PK\5\6";
  for (const std::string& bad :
       {with(good, end, 16, little_endian(0xffffff, 4)), with(good, end, 12, little_endian(0xffffff, 4)),
        with(good, end, 16, little_endian(1, 4)), with(good, end, 0, "xxxx"), with(good, end, 20, little_endian(3, 2)),
        with(good, "PK\1\2", 28, little_endian(0xffff, 2)), good + "more"}) {
    const auto out = read(bad);
    BOOST_TEST(out.pages.empty());
    BOOST_TEST(out.report.losses == 1);
  }
  for (std::size_t cut = 1; cut < good.size(); ++cut) BOOST_TEST(read(good.substr(0, cut)).report.losses == 1, cut);
  BOOST_TEST(read(with(good, end, 20, little_endian(4, 2)) + "more").pages.size() == 1u);  // a comment
}

// Sizes and offsets over 4 GB; here small ones in the fields for them.
BOOST_AUTO_TEST_CASE(zip64) {
  const std::string warc = record("a"), name = "archive/data.warc", max4(4, '\xff');
  const auto crc =
      little_endian(crc32(0, reinterpret_cast<const Bytef*>(warc.data()), static_cast<uInt>(warc.size())), 4);
  const std::string common = little_endian(45, 2) + little_endian(0, 8);
  std::string zip = "PK\3\4" + common + crc + max4 + max4 + little_endian(name.size(), 2) + little_endian(20, 2) +
                    name + little_endian(1, 2) + little_endian(16, 2) + little_endian(warc.size(), 8) +
                    little_endian(warc.size(), 8) + warc;
  const std::size_t begin = zip.size();
  zip += std::string("PK\1\2", 4) + little_endian(45, 2) + common + crc + max4 + max4 + little_endian(name.size(), 2) +
         little_endian(34, 2) + little_endian(0, 10) + max4 + name + little_endian(9, 2) + little_endian(2, 2) + "xx" +
         little_endian(1, 2) + little_endian(24, 2) + little_endian(warc.size(), 8) + little_endian(warc.size(), 8) +
         little_endian(0, 8);
  const std::size_t end = zip.size();
  zip += "PK\6\6" + little_endian(44, 8) + little_endian(45, 4) + little_endian(0, 8) + little_endian(1, 8) +
         little_endian(1, 8) + little_endian(end - begin, 8) + little_endian(begin, 8);
  zip += "PK\6\7" + little_endian(0, 4) + little_endian(end, 8) + little_endian(1, 4);
  zip += "PK\5\6" + little_endian(0, 4) + max4 + max4 + max4 + little_endian(0, 2);
  const auto out = read(zip);
  SAME_URLS(out, a);
  BOOST_TEST(out.report.losses == 0);
}

BOOST_AUTO_TEST_CASE(wrong_lengths_hide_no_records_after_them) {
  std::string hit = record("b");
  const std::size_t at = hit.find("Content-Length: ") + 16;
  hit.replace(at, hit.find('\r', at) - at, "100000");
  const auto out = read(wacz_file("data.warc", record("a") + hit + record("c")));
  SAME_URLS(out, a, c);
  BOOST_REQUIRE(out.report.losses == 1);
  BOOST_TEST(out.report.first_losses[0].offset == record("a").size());
}

BOOST_AUTO_TEST_SUITE_END()
