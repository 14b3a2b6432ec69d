// Lines from outside: documents are handed on, the others are named with their place.
#include "plugin/cluster/document_lines.h"

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <fstream>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/gzip.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::map;

namespace {

// Counts what it gets; wants no more after `most`.
class Notes final : public sinks::Intake {
 public:
  bool documents(std::span<const sinks::SinkDocument> of_page) override {
    for (const sinks::SinkDocument& document : of_page) urls.push_back(document.url);
    return more();
  }
  bool refuse(sinks::Refusal) override {
    BOOST_ERROR("a line is not a page of an index");
    return false;
  }
  bool skip() override {
    ++skipped;
    return more();
  }
  bool lose() override {
    ++lost;
    return more();
  }
  bool remove(const std::string&) override {
    BOOST_ERROR("no line says so");
    return false;
  }

  std::vector<std::string> urls;
  std::vector<LostLine> losses;
  std::int64_t skipped = 0, lost = 0, most = 1'000'000;

 private:
  bool more() const { return static_cast<std::int64_t>(urls.size()) + skipped + lost < most; }
};

void read(Notes& notes, const std::string& bytes) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "lines";
  std::ofstream(path, std::ios::binary) << bytes;
  auto lines = DocumentLines::open(path, nullptr);
  BOOST_REQUIRE(lines.ok());
  lines->read(notes, [&](const LostLine& line) { notes.losses.push_back(line); });
  BOOST_TEST(static_cast<std::int64_t>(notes.losses.size()) == notes.lost);
}

std::string page(const std::string& name) {
  return R"({"url":"http://h.example/)" + name +
         R"(","status":"main"})"
         "\n";
}

const std::string a = "http://h.example/a", b = "http://h.example/b";

}  // namespace

BOOST_AUTO_TEST_SUITE(document_lines)

BOOST_AUTO_TEST_CASE(documents_and_what_was_left_out) {
  Notes notes;
  read(notes, page("a") + "\n \r\n" +
                  R"({"url":"no URL","status":"skipped","reason":"bad_url"})"
                  "\n" +
                  page("b"));
  BOOST_TEST((notes.urls == std::vector<std::string>{a, b}));
  BOOST_TEST(notes.skipped == 1);
  BOOST_TEST(notes.lost == 0);
  Notes none, unended, one;
  read(none, "");
  BOOST_TEST(none.urls.empty());
  read(unended, R"({"url":"http://h.example/a"})");
  BOOST_TEST(unended.urls.size() == 1u);
  one.most = 1;
  read(one, page("a") + page("b"));
  BOOST_TEST((one.urls == std::vector<std::string>{a}));
  BOOST_TEST(!DocumentLines::open("/nowhere/lines", nullptr).ok());
}

BOOST_AUTO_TEST_CASE(what_is_no_document_is_named_with_its_place) {
  std::string zeros = "0";
  for (int i = 0; i < 10'000'000; ++i) zeros += ",0";
  std::string members;
  for (int i = 0; i < 101; ++i) members += (i ? ",\"" : "\"") + std::to_string(i) + "\":0";
  for (const auto& [line, what] : std::vector<std::pair<std::string, std::string>>{
           {"not JSON", "is not JSON"},
           {page("cut").substr(0, 30), "is not JSON"},
           {"{\"url\":\"http://h.example/\xff\"}", "is not JSON"},
           {R"({"url":"http://h.example/","confidence":1e999})", "is not JSON"},
           {std::string("\0\0\x01\x02", 4), "is not JSON"},
           {"7", "is not a JSON object"},
           {R"({"title":"T"})", "has no \"url\""},
           {R"({"url":"http://h.example/","title":{}})", "\"title\" is not text"},
           {std::string(100'000, '['), "is nested too deeply"},
           {"{\"url\":\"http://h.example/\",\"structure\":[" + zeros + "]}", "has more than 10,000,000 values"},
           {"{" + members + "}", "has an object of more than 100 members"},
           {"{\"url\":\"" + std::string(max_document_bytes, 'x'), "is longer than 128 MB"}}) {
    Notes notes;
    read(notes, page("a") + line + "\n" + page("b"));
    BOOST_TEST((notes.urls == std::vector<std::string>{a, b}), what);
    BOOST_REQUIRE(notes.lost == 1);
    BOOST_TEST(notes.losses[0].what == what);
    BOOST_TEST(notes.losses[0].number == 2);
    BOOST_TEST(notes.losses[0].offset == page("a").size());
  }
}

BOOST_AUTO_TEST_CASE(damaged_gzip_costs_the_lines_that_are_in_it) {
  const std::string first = test::gzip(page("a")), second = test::gzip(page("cut") + page("cut too"));
  Notes whole, cut;
  read(whole, first + test::gzip(page("b")));
  BOOST_TEST((whole.urls == std::vector<std::string>{a, b}));
  read(cut, first + second.substr(0, second.size() - 6) + test::gzip(page("b")));
  BOOST_TEST(cut.lost >= 1);
  BOOST_REQUIRE(!cut.losses.empty());
  BOOST_TEST(cut.losses.back().what.starts_with("is cut short: "), cut.losses.back().what);
  BOOST_TEST(cut.urls.front() == a);
}

BOOST_AUTO_TEST_SUITE_END()
