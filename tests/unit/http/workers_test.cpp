#include "plugin/serve/workers.h"

#include <poll.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>

using namespace pith::http;

BOOST_AUTO_TEST_SUITE(workers)

BOOST_AUTO_TEST_CASE(where_both_kinds_wait_they_take_turns) {
  std::atomic<bool> let = false;
  std::atomic<int> begun = 0;
  Workers workers(1, [&](std::string_view, bool) {
    ++begun;
    while (!let) std::this_thread::yield();
    return Answer();
  });
  workers.give({.socket = 0, .request = {}, .expensive = true});
  while (begun == 0) std::this_thread::yield();
  for (const int socket : {1, 3, 5}) workers.give({.socket = socket, .request = {}, .expensive = true});
  for (const int socket : {2, 4}) workers.give({.socket = socket, .request = {}});
  BOOST_TEST(workers.queued(true) == 3u);
  BOOST_TEST(workers.queued(false) == 2u);
  let = true;
  std::string order;
  while (order.size() < 6) {
    pollfd wake_up{workers.wake_up(), POLLIN, 0};
    poll(&wake_up, 1, -1);
    for (const Done& done : workers.take()) order += std::to_string(done.socket);
  }
  BOOST_TEST(order == "021435");
}

BOOST_AUTO_TEST_SUITE_END()
