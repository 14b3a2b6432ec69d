#include "indexer_adapter/export/backoff.h"

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

// The pauses of a whole series, in seconds, computed without waiting.
std::vector<double> pauses(const RetryOptions& options, long asked = 0) {
  std::vector<double> out;
  std::atomic<bool> stop = false;
  Backoff backoff(options, &stop, [&](const std::string& why) {
    out.push_back(std::stod(why.substr(std::string("waiting ").size())));
    stop = true;
  });
  while (true) {
    const auto error = backoff.wait(failure, asked);
    if (!error || error->code != "stopped") return out;
    stop = false;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(backoff)

BOOST_AUTO_TEST_CASE(pauses_double_up_to_the_maximum) {
  const auto waited = pauses({.tries = 6, .first_wait = 10s, .longest_wait = 40s});
  BOOST_REQUIRE(waited.size() == 5u);
  const double most[] = {10, 20, 40, 40, 40};
  for (std::size_t i = 0; i < waited.size(); ++i) {
    BOOST_TEST(waited[i] >= most[i] / 2);
    BOOST_TEST(waited[i] <= most[i]);
  }
}

BOOST_AUTO_TEST_CASE(pauses_differ) {
  std::vector<double> firsts;
  for (int i = 0; i < 5; ++i) firsts.push_back(pauses({.tries = 2, .first_wait = 40s, .longest_wait = 40s}).at(0));
  const auto [least, most] = std::minmax_element(firsts.begin(), firsts.end());
  BOOST_TEST(*most > *least);
}

BOOST_AUTO_TEST_CASE(a_pause_is_waited_for) {
  Backoff backoff({.tries = 2, .first_wait = 40ms, .longest_wait = 40ms}, nullptr, nullptr);
  const auto begun = std::chrono::steady_clock::now();
  BOOST_TEST(!backoff.wait(failure).has_value());
  BOOST_TEST((std::chrono::steady_clock::now() - begun >= 20ms));
}

BOOST_AUTO_TEST_CASE(a_servers_request_is_the_minimum) {
  const auto waited = pauses({.tries = 2, .first_wait = 1ms, .longest_wait = 1ms}, 1);
  BOOST_REQUIRE(waited.size() == 1u);
  BOOST_TEST(waited[0] == 1);
  BOOST_TEST(pauses({.longest_asked = 2s}, 3).empty());
  BOOST_TEST(pauses({.tries = 1}, 0).empty());
}

BOOST_AUTO_TEST_CASE(the_reasons_are_reported) {
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
