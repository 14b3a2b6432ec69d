// The cases of tests/fixtures/config: a new one needs no C++.
//   bad/NAME.yaml    NAME.expected has the messages, one per line, with "NAME.yaml" for the file.
//   good/NAME.yaml   NAME.expected has lines "PATH = YAML" and, for the settings of a host, "HOST PATH = YAML".
#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "helpers.h"

namespace pith::config {
namespace {

using testing::flatten;
using testing::read_file;

std::vector<std::filesystem::path> files(const std::string& folder) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(PITH_FIXTURES "/config/" + folder))
    if (entry.path().extension() == ".yaml") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

BOOST_AUTO_TEST_SUITE(config_cases)

BOOST_AUTO_TEST_CASE(bad_files_are_explained) {
  BOOST_REQUIRE_GE(files("bad").size(), 40u);
  for (const auto& path : files("bad")) {
    BOOST_TEST_CONTEXT(path.filename()) {
      std::vector<Problem> problems;
      const auto config = load_text(read_file(path), path.filename().string(), "/", &problems);
      BOOST_REQUIRE(!config);
      BOOST_TEST(config.error().code == "bad_config");
      BOOST_TEST(config.error().message == to_text(problems));
      auto expected_file = path;
      BOOST_TEST(config.error().message + "\n" == read_file(expected_file.replace_extension(".expected")));
    }
  }
}

BOOST_AUTO_TEST_CASE(good_files_are_read) {
  BOOST_REQUIRE_GE(files("good").size(), 10u);
  for (const auto& path : files("good")) {
    BOOST_TEST_CONTEXT(path.filename()) {
      const auto config = load_text(read_file(path), path.filename().string());
      BOOST_REQUIRE_MESSAGE(config, testing::message_of(config));
      auto expected_file = path;
      std::istringstream lines(read_file(expected_file.replace_extension(".expected")));
      for (std::string line; std::getline(lines, line);) {
        const std::size_t equals = line.find(" = ");
        BOOST_REQUIRE_MESSAGE(equals != line.npos, line);
        const std::string left = line.substr(0, equals), value = line.substr(equals + 3);
        const std::size_t space = left.find(' ');
        const auto values = flatten(space == left.npos ? config->settings() : config->for_host(left.substr(0, space)));
        const auto found = values.find(left.substr(space == left.npos ? 0 : space + 1));
        BOOST_REQUIRE_MESSAGE(found != values.end(), left + " is not there");
        BOOST_TEST(found->second == value, line << ", but it is " << found->second);
      }
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace pith::config
