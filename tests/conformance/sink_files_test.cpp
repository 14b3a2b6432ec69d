// Tests of JSON lines alone: the output file.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

#include "indexer_adapter/export/sink.h"
#include "tests/support/temporary.h"

using namespace pith;
using namespace pith::test;

namespace {

const sinks::SinkInfo& jsonl() { return **sinks::find_sink("jsonl"); }

sinks::SinkDocument document(const std::string& url) { return *sinks::make_sink_document({{"url", url}}, false); }

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

}  // namespace

BOOST_AUTO_TEST_SUITE(sink_files)

BOOST_AUTO_TEST_CASE(an_unfinished_export_leaves_the_old_file) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out.jsonl";
  std::ofstream(path) << "old";
  {
    const auto sink = jsonl().open({.output = path});
    BOOST_REQUIRE(sink.ok());
    BOOST_REQUIRE(!(*sink)->put(document("http://h.example/")));
  }
  BOOST_TEST(content_of(path) == "old");
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
  const auto sink = jsonl().open({.output = path});
  BOOST_REQUIRE(sink.ok());
  BOOST_REQUIRE(!(*sink)->put(document("http://h.example/")));
  BOOST_REQUIRE(!(*sink)->finish());
  const std::string id = document("http://h.example/").id;
  BOOST_TEST(content_of(path) == "{\"id\":\"" + id + "\",\"url\":\"http://h.example/\"}\n");
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
}

BOOST_AUTO_TEST_CASE(what_a_killed_export_left_is_removed) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out.jsonl";
  const auto running = jsonl().open({.output = path});
  BOOST_REQUIRE(running.ok());
  std::ofstream(path + ".0123abcd.part") << "left";
  for (const char* other : {".0123abcd.part.kept", ".012.part", ".notes.part", "x.0123abcd.part"})
    std::ofstream(path + other) << "kept";
  const auto count = [&] { return std::distance(std::filesystem::directory_iterator(directory.path()), {}); };
  BOOST_TEST(count() == 6);
  const auto sink = jsonl().open({.output = path});
  BOOST_REQUIRE(sink.ok());
  BOOST_TEST(!std::filesystem::exists(path + ".0123abcd.part"));
  BOOST_TEST(count() == 6);  // the part of each export, and what is of no export
  for (const auto* one : {&running, &sink}) {
    BOOST_REQUIRE(!(**one)->put(document("http://h.example/")));
    BOOST_REQUIRE(!(**one)->finish());
  }
  BOOST_TEST(count() == 5);
}

BOOST_AUTO_TEST_CASE(of_two_exports_at_once_the_last_one_is_complete) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out.jsonl";
  const auto one = jsonl().open({.output = path}), other = jsonl().open({.output = path});
  BOOST_REQUIRE(one.ok());
  BOOST_REQUIRE(other.ok());
  for (int i = 0; i < 1000; ++i) {
    BOOST_REQUIRE(!(*one)->put(document("http://one.example/" + std::to_string(i))));
    if (i % 3 == 0) BOOST_REQUIRE(!(*other)->put(document("http://other.example/" + std::to_string(i))));
  }
  BOOST_REQUIRE(!(*one)->finish());
  BOOST_REQUIRE(!(*other)->finish());
  const std::string content = content_of(path);
  BOOST_TEST(std::count(content.begin(), content.end(), '\n') == 334);
  BOOST_TEST(content.find("one.example") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(links_stay_links) {
  const TemporaryDirectory directory;
  const std::string target = directory / "target.jsonl", link = directory / "link.jsonl";
  std::filesystem::create_symlink("target.jsonl", link);
  for (const char* url : {"http://first.example/", "http://second.example/"}) {  // at first there is no target
    const auto sink = jsonl().open({.output = link});
    BOOST_REQUIRE(sink.ok());
    BOOST_REQUIRE(!(*sink)->put(document(url)));
    BOOST_REQUIRE(!(*sink)->finish());
    BOOST_TEST(std::filesystem::is_symlink(link));
    BOOST_TEST(content_of(target).find(url) != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(an_export_of_nothing_leaves_the_old_file) {
  const TemporaryDirectory directory;
  const std::string path = directory / "out.jsonl";
  std::ofstream(path) << "old";
  {
    const auto sink = jsonl().open({.output = path});
    BOOST_REQUIRE(sink.ok());
    BOOST_REQUIRE(!(*sink)->finish());
  }
  BOOST_TEST(content_of(path) == "old");
  BOOST_TEST(std::distance(std::filesystem::directory_iterator(directory.path()), {}) == 1);
}

BOOST_AUTO_TEST_CASE(a_path_that_cannot_be_written_is_named) {
  const TemporaryDirectory directory;
  const std::string path = directory / "none/out.jsonl";
  const auto missing = jsonl().open({.output = path});
  BOOST_REQUIRE(!missing.ok());
  BOOST_TEST(missing.error().code == "write");
  BOOST_TEST(missing.error().message.find(path) == 0u, missing.error().message);

  const auto full = jsonl().open({.output = "/dev/full"});
  BOOST_REQUIRE(full.ok());
  std::optional<Error> error;
  for (int i = 0; i < 1000 && !error; ++i) error = (*full)->put(document("http://h.example/" + std::to_string(i)));
  BOOST_REQUIRE(error.has_value());
  BOOST_TEST(error->message == "/dev/full: cannot be written: No space left on device");

  const auto small = jsonl().open({.output = "/dev/full"});
  BOOST_REQUIRE(!(*small)->put(document("http://h.example/")));
  BOOST_TEST((*small)->finish().has_value());
  BOOST_TEST(std::filesystem::exists("/dev/full"));
}

BOOST_AUTO_TEST_SUITE_END()
