#include "plugin/serve/workers.h"

#include <poll.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <string>
#include <thread>

#include "plugin/serve/slow_requests.h"

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
  workers.give({.socket = 0, .request = {}, .lane = Lane::expensive});
  while (begun == 0) std::this_thread::yield();
  for (const int socket : {1, 3, 5}) workers.give({.socket = socket, .request = {}, .lane = Lane::expensive});
  for (const int socket : {2, 4}) workers.give({.socket = socket, .request = {}});
  BOOST_TEST(workers.queued(Lane::expensive) == 3u);
  BOOST_TEST(workers.queued(Lane::cheap) == 2u);
  workers.give({.socket = 6, .request = {}, .lane = Lane::urgent});
  let = true;
  std::string order;
  while (order.size() < 7) {
    pollfd wake_up{workers.wake_up(), POLLIN, 0};
    poll(&wake_up, 1, -1);
    for (const Done& done : workers.take()) order += std::to_string(done.socket);
  }
  BOOST_TEST(order == "0621435");
}

BOOST_AUTO_TEST_CASE(slow_requests_are_remembered_up_to_a_bound) {
  SlowRequests slow;
  slow.note("/?q=quick", 0.001);
  slow.note("/?q=slow", 0.1);
  BOOST_TEST(!slow.has("/?q=quick"));
  BOOST_TEST(slow.has("/?q=slow"));
  for (int i = 0; i < 4096; ++i) slow.note("/?q=" + std::to_string(i), 0.1);
  BOOST_TEST(!slow.has("/?q=slow"));
  BOOST_TEST(slow.has("/?q=0"));
}

BOOST_AUTO_TEST_SUITE_END()
