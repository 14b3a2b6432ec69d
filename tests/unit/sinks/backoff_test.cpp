#include "plugin/app/sinks/backoff.h"

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <chrono>
#include <string>
#include <vector>

using namespace pith;
using namespace pith::sinks;
using namespace std::chrono_literals;

namespace {

const Error failure{"busy", "http://h.example: 503"};

// The pauses of a whole series, in milliseconds.
std::vector<double> pauses(const RetryOptions& options, long asked = 0) {
  std::vector<double> out;
  Backoff backoff(options, nullptr, nullptr);
  while (true) {
    const auto begun = std::chrono::steady_clock::now();
    if (backoff.wait(failure, asked)) return out;
    out.push_back(std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begun).count());
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(backoff)

BOOST_AUTO_TEST_CASE(pauses_double_up_to_the_longest) {
  const auto waited = pauses({.tries = 6, .first_wait = 10ms, .longest_wait = 40ms});
  BOOST_REQUIRE(waited.size() == 5u);
  const double most[] = {10, 20, 40, 40, 40};
  for (std::size_t i = 0; i < waited.size(); ++i) {
    BOOST_TEST(waited[i] >= most[i] / 2);
    BOOST_TEST(waited[i] < most[i] + 100);  // a busy machine wakes late
  }
}

BOOST_AUTO_TEST_CASE(pauses_differ) {
  std::vector<double> firsts;
  for (int i = 0; i < 5; ++i) firsts.push_back(pauses({.tries = 2, .first_wait = 40ms, .longest_wait = 40ms}).at(0));
  const auto [least, most] = std::minmax_element(firsts.begin(), firsts.end());
  BOOST_TEST(*most - *least > 1);
}

BOOST_AUTO_TEST_CASE(what_a_server_asks_for_is_the_least) {
  const auto waited = pauses({.tries = 2, .first_wait = 1ms, .longest_wait = 1ms}, 1);
  BOOST_REQUIRE(waited.size() == 1u);
  BOOST_TEST(waited[0] >= 1000);
  BOOST_TEST(pauses({.longest_asked = 2s}, 3).empty());
  BOOST_TEST(pauses({.tries = 1}, 0).empty());
}

BOOST_AUTO_TEST_CASE(the_reasons_are_told) {
  std::vector<std::string> told;
  std::atomic<bool> stop = false;
  Backoff backoff({.tries = 2, .first_wait = 1ms}, &stop, [&](const std::string& why) { told.push_back(why); });
  BOOST_TEST(!backoff.wait(failure).has_value());
  BOOST_REQUIRE(told.size() == 1u);
  BOOST_TEST(told[0] == "waiting 0.0 s: http://h.example: 503");
  BOOST_TEST(backoff.wait(failure)->message == "http://h.example: 503 (2 tries)");
  stop = true;
  BOOST_TEST(backoff.wait(failure)->code == "stopped");
  BOOST_TEST(backoff.waits() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
