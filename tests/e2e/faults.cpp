#include "tests/e2e/faults.h"

#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <iterator>
#include <numeric>
#include <random>

namespace pith::test {

Command disturbed(Command command, const Fault& fault, const std::string& directory, const std::string& counter) {
  command.environment["LD_PRELOAD"] = PITH_FAULT_SHIM;
  command.environment["PITH_FAULT_DIR"] = directory;
  command.environment["PITH_FAULT"] = fault.kind;
  command.environment["PITH_FAULT_AT"] = std::to_string(fault.at);
  command.environment["PITH_FAULT_COUNTER"] = counter;
  write_file(counter, "");
  return command;
}

long operations_in(const std::string& counter) {
  const std::string bytes = read_file(counter);
  long count = 0;
  if (bytes.size() == sizeof count) std::memcpy(&count, bytes.data(), sizeof count);
  return count;
}

std::vector<long> chosen_operations(long count, std::size_t few) {
  std::vector<long> all(static_cast<std::size_t>(std::max(count, 0L)));
  std::iota(all.begin(), all.end(), 1);
  if (std::getenv("PITH_FULL") || all.size() <= few) return all;
  const char* given = std::getenv("PITH_E2E_SEED");
  const unsigned seed = given ? static_cast<unsigned>(std::strtoul(given, nullptr, 10)) : std::random_device()();
  std::cout << few << " of " << count << " operations, PITH_E2E_SEED=" << seed << std::endl;
  std::vector<long> some;
  std::sample(all.begin(), all.end(), std::back_inserter(some), few, std::mt19937(seed));
  return some;
}

void check_ended_well(const Outcome& outcome, const std::string& where) {
  BOOST_TEST(!outcome.timed_out);
  BOOST_TEST((outcome.code == 0 || outcome.code == 2), "exit code " << outcome.code << ": " << outcome.err);
  if (outcome.code == 0) return;
  BOOST_TEST(outcome.err.find(where) != std::string::npos, "does not say where: " << outcome.err);
  BOOST_TEST(outcome.err.find("internal error") == std::string::npos, outcome.err);
  bool helps = false;
  for (const char* advice : {"run again", "free some space", "check ", "try again", "index again", "choose ", "see "})
    helps = helps || outcome.err.find(advice) != std::string::npos;
  BOOST_TEST(helps, "does not say what to do: " << outcome.err);
}

}  // namespace pith::test
