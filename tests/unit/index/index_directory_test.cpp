#include "indexer_adapter/lucene/detail/index_directory.h"

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "tests/support/temporary.h"

using namespace pith::index;

BOOST_AUTO_TEST_SUITE(index_directory)

BOOST_AUTO_TEST_CASE(is_listed_while_files_come_and_go) {
  const pith::test::TemporaryDirectory directory;
  std::ofstream(directory / "stays") << "x";
  std::atomic<bool> done = false;
  std::thread writing([&] {
    for (int i = 0; !done; i = (i + 1) % 50) {
      const std::string file = directory / ("comes" + std::to_string(i));
      std::ofstream(file) << "x";
      std::filesystem::remove(file);
    }
  });
  const auto listed = open_directory(directory.path());
  int found = 0;
  constexpr int times = 2'000;
  for (int i = 0; i < times; ++i) found += listed->listAll().contains(L"stays");
  done = true;
  writing.join();
  BOOST_TEST(found == times);
}

BOOST_AUTO_TEST_SUITE_END()
