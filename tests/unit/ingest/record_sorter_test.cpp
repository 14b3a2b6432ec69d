#include "crawler_adapter/inputs/record_sorter.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

using namespace pith;
using namespace pith::ingest;

namespace {

using Records = std::vector<std::pair<std::string, std::string>>;

// Few keys, among them empty ones and ones that begin alike, and values of any bytes.
Records some_records(std::mt19937& random, std::size_t count) {
  Records out;
  for (std::size_t i = 0; i < count; ++i) {
    std::string key(random() % 4, '\0'), value(random() % 300, '\0');
    for (char& c : key) c = static_cast<char>("\0az\xFF"[random() % 4]);
    for (char& c : value) c = static_cast<char>(random());
    out.emplace_back(key, value);
  }
  return out;
}

Records sorted(Records records) {
  std::ranges::stable_sort(records, {}, [](const auto& record) { return record.first; });
  return records;
}

Records by_sorter(RecordSorter& sorter, const Records& records) {
  for (const auto& [key, value] : records) BOOST_REQUIRE(!sorter.add(key, value));
  Records out;
  const auto error = sorter.each([&](std::string_view key, std::string_view value) {
    out.emplace_back(key, value);
    return std::nullopt;
  });
  BOOST_REQUIRE(!error);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(record_sorter)

BOOST_AUTO_TEST_CASE(any_number_of_runs_gives_the_same_order) {
  std::mt19937 random(3);
  for (const std::size_t count : {0u, 1u, 2u, 300u, 3'000u}) {
    const Records records = some_records(random, count);
    for (const std::size_t memory : {1u, 1'000u, 40'000u, 10'000'000u}) {
      RecordSorter sorter(memory);
      BOOST_TEST((by_sorter(sorter, records) == sorted(records)), count << " records, " << memory << " bytes");
      std::size_t bytes = 0;
      for (const auto& record : records) bytes += record.second.size();
      BOOST_TEST(sorter.bytes() == bytes);
      if (memory == 1 && count > 1) BOOST_TEST(sorter.runs() == count);
      if (memory == 40'000 && count == 3'000) BOOST_TEST(sorter.runs() > 5u);
      if (memory == 10'000'000) BOOST_TEST(sorter.runs() == 0u);
    }
  }
}

// Larger than every buffer.
BOOST_AUTO_TEST_CASE(large_records) {
  Records records;
  for (int i = 20; i-- > 0;)
    records.emplace_back(std::to_string(i), std::string(3'000'000, static_cast<char>('a' + i)));
  RecordSorter sorter(1'000'000);
  BOOST_TEST((by_sorter(sorter, records) == sorted(records)));
}

BOOST_AUTO_TEST_CASE(an_error_ends_the_visit) {
  for (const std::size_t memory : {1u, 10'000'000u}) {
    RecordSorter sorter(memory);
    for (int i = 0; i < 10; ++i) BOOST_REQUIRE(!sorter.add(std::to_string(i), "value"));
    int visited = 0;
    const auto error = sorter.each([&](std::string_view, std::string_view) {
      return ++visited == 4 ? std::optional(Error{"disk_full", "full"}) : std::nullopt;
    });
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->code == "disk_full");
    BOOST_TEST(visited == 4);
  }
}

BOOST_AUTO_TEST_SUITE_END()
