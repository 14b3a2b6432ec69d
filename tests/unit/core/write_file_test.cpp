#include "core/system/write_file.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/support/temporary.h"

using namespace pith;
namespace fs = std::filesystem;

namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

struct Folder {
  test::TemporaryDirectory directory;
  const std::string file = (fs::path(directory.path()) / "file").string();
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(writing_files, Folder)

BOOST_AUTO_TEST_CASE(both_replace_what_is_there) {
  BOOST_TEST(!write_file(file, "a long text"));
  BOOST_TEST(!write_file(file, "short"));
  BOOST_TEST(text_of(file) == "short");
  BOOST_TEST(!replace_file(file, std::string("with\0zero", 9), Durable::yes));
  BOOST_TEST(text_of(file) == std::string("with\0zero", 9));
  BOOST_TEST(std::distance(fs::directory_iterator(directory.path()), {}) == 1);
}

// One keeps the file, and who reads it goes on; the other puts a new one there.
BOOST_AUTO_TEST_CASE(in_place_or_as_a_whole) {
  BOOST_TEST(!write_file(file, "first"));
  const std::string link = file + "-link";
  fs::create_hard_link(file, link);
  BOOST_TEST(!write_file(file, "second"));
  BOOST_TEST(text_of(link) == "second");
  BOOST_TEST(!replace_file(file, "third"));
  BOOST_TEST(text_of(link) == "second");
  BOOST_TEST(text_of(file) == "third");
}

BOOST_AUTO_TEST_CASE(errors_say_why) {
  const auto full = write_file("/dev/full", "x");
  BOOST_REQUIRE(full);
  BOOST_TEST(full->message == "/dev/full: cannot be written: No space left on device");
  BOOST_TEST(fs::exists("/dev/full"));
  const std::string nowhere = file + "/none";
  BOOST_TEST(write_file(nowhere, "x")->message == nowhere + ": cannot be written: No such file or directory");
  BOOST_TEST(replace_file(nowhere, "x")->code == "write");
}

BOOST_AUTO_TEST_CASE(what_cannot_be_replaced_stays) {
  fs::create_directory(file);
  const auto error = replace_file(file, "x");
  BOOST_REQUIRE(error);
  BOOST_TEST(error->message == file + ": cannot be written: Is a directory");
  BOOST_TEST(fs::is_directory(file));
  BOOST_TEST(!fs::exists(file + ".new"));
}

BOOST_AUTO_TEST_SUITE_END()
