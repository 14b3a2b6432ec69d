// The socket loop, with the test's own handlers.
#include "plugin/serve/connections.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

using namespace pith::http;
using namespace std::chrono_literals;

namespace {

constexpr const char* request = "GET / HTTP/1.1\r\n\r\n";
constexpr const char* expensive = "GET /expensive HTTP/1.1\r\n\r\n";
constexpr const char* free_request = "GET /free HTTP/1.1\r\n\r\n";

// Answers every request with "ok" or the given answer, all except /free not before let().
class Held {
 public:
  explicit Held(std::string answer = "ok") : answer_(std::move(answer)) {
    auto listening = Connections::listen("127.0.0.1", 0);
    BOOST_REQUIRE(listening.ok());
    connections_.emplace(std::move(*listening));
  }
  ~Held() { end(); }

  void start(const ConnectionLimits& limits) {
    const ConnectionHandlers handlers = {
        .answer =
            [gate = gate_, answer = answer_](std::string_view asked, bool) {
              ++gate->begun;
              while (!gate->let && asked != free_request) std::this_thread::sleep_for(1ms);
              return Answer{answer, false};
            },
        .lane_of = [](std::string_view asked) { return asked == expensive ? Lane::expensive : Lane::cheap; },
        .refusal = [](int status) { return "no " + std::to_string(status); },
        .count = [](std::size_t) {},
        .closed = [gate = gate_] { ++gate->closed; }};
    running_ =
        std::async(std::launch::async, [this, limits, handlers] { return connections_->run(limits, handlers, stop); });
  }

  bool end() {
    stop = true;
    gate_->let = true;
    return running_.valid() && running_.get();
  }

  // A socket that is not yet connected.
  static int make_socket() { return socket(AF_INET, SOCK_STREAM, 0); }

  int connect(int client, const std::string& bytes) const {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(connections_->port()));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    BOOST_REQUIRE(::connect(client, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0);
    BOOST_REQUIRE(send(client, bytes.data(), bytes.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(bytes.size()));
    return client;
  }

  // The bytes received until there are `size` or the server closes.
  static std::string receive(int client, std::size_t size) {
    timeval patience{300, 0};
    setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    std::string out(size, '\0');
    const ssize_t got = recv(client, out.data(), size, MSG_WAITALL);
    out.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
    return out;
  }

  void wait_until_begun(int count) const {
    for (int i = 0; i < 300'000 && gate_->begun < count; ++i) std::this_thread::sleep_for(1ms);
    BOOST_REQUIRE(gate_->begun >= count);
  }

  void let() { gate_->let = true; }
  int begun() const { return gate_->begun; }
  int closed() const { return gate_->closed; }

  std::atomic<bool> stop = false;

 private:
  struct Gate {
    std::atomic<bool> let = false;
    std::atomic<int> begun = 0, closed = 0;
  };
  const std::string answer_;
  const std::shared_ptr<Gate> gate_ = std::make_shared<Gate>();  // a worker may outlive the rest
  std::optional<Connections> connections_;
  std::future<bool> running_;
};

double cpu_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(connections)

BOOST_AUTO_TEST_CASE(what_is_asked_before_the_end_is_answered) {
  Held held;
  held.start({.threads = 1});
  const int first = held.connect(Held::make_socket(), request);
  held.wait_until_begun(1);
  const int second = held.connect(Held::make_socket(), request);  // waits for the thread
  std::this_thread::sleep_for(2s);                                // long enough to be read
  held.stop = true;
  std::this_thread::sleep_for(300ms);  // noticed within 200 ms
  BOOST_TEST(held.end());
  BOOST_TEST(Held::receive(first, 2) == "ok");
  BOOST_TEST(Held::receive(second, 2) == "ok");
  for (const int client : {first, second}) close(client);
}

BOOST_AUTO_TEST_CASE(an_answer_that_takes_too_long_does_not_hold_up_the_end) {
  Held held;
  held.start({.threads = 1});
  const int client = held.connect(Held::make_socket(), request);
  held.wait_until_begun(1);
  held.stop = true;
  BOOST_TEST(Held::receive(client, 2) == "");  // closed at the end of the loop: the answer never arrives
  BOOST_TEST(!held.end());
  close(client);
}

BOOST_AUTO_TEST_CASE(without_files_left_it_waits_and_does_not_spin) {
  Held held;
  held.start({.threads = 1, .connections = 10});
  const int first = held.connect(Held::make_socket(), request);
  held.wait_until_begun(1);  // it waits for its answer, so it must not be dropped
  const int second = Held::make_socket();
  rlimit files{};
  BOOST_REQUIRE(getrlimit(RLIMIT_NOFILE, &files) == 0);
  const rlimit few{std::min<rlim_t>(files.rlim_cur, 256), files.rlim_max};
  BOOST_REQUIRE(setrlimit(RLIMIT_NOFILE, &few) == 0);
  std::vector<int> all;
  for (int file; (file = fcntl(first, F_DUPFD, 0)) >= 0;) all.push_back(file);
  const auto used_in_a_second = [] {
    const double before = cpu_seconds();
    std::this_thread::sleep_for(1s);
    return cpu_seconds() - before;
  };
  const double idle = used_in_a_second();  // the test's thread that delays the answer wakes a thousand times
  held.connect(second, request);
  const double used = used_in_a_second();
  for (const int file : all) close(file);
  setrlimit(RLIMIT_NOFILE, &files);
  BOOST_TEST(used < 3 * idle + 0.2);
  held.let();
  BOOST_TEST(Held::receive(first, 2) == "ok");
  BOOST_TEST(Held::receive(second, 2) == "ok");
  for (const int client : {first, second}) close(client);
}

BOOST_AUTO_TEST_CASE(expensive_requests_hold_no_other) {
  Held held;
  held.start({.threads = 4});
  std::vector<int> clients;
  for (int i = 0; i < 10; ++i) clients.push_back(held.connect(Held::make_socket(), expensive));
  held.wait_until_begun(2);
  const int client = held.connect(Held::make_socket(), free_request);
  BOOST_TEST(Held::receive(client, 2) == "ok");
  BOOST_TEST(held.begun() == 3);  // half of the threads are busy with expensive requests
  held.let();
  for (const int other : clients) BOOST_TEST(Held::receive(other, 2) == "ok");
  for (const int other : clients) close(other);
  close(client);
}

BOOST_AUTO_TEST_CASE(expensive_requests_that_wait_take_no_place_of_others) {
  Held held;
  held.start({.threads = 2, .queue = 3});
  std::vector<int> clients = {held.connect(Held::make_socket(), expensive)};
  held.wait_until_begun(1);
  for (int i = 0; i < 4; ++i) clients.push_back(held.connect(Held::make_socket(), expensive));
  // One runs and three wait: one more is rejected, whichever it is.
  std::vector<pollfd> answered;
  for (auto it = clients.begin() + 1; it != clients.end(); ++it) answered.push_back({*it, POLLIN, 0});
  BOOST_TEST(poll(answered.data(), answered.size(), -1) == 1);
  const int client = held.connect(Held::make_socket(), free_request);
  BOOST_TEST(Held::receive(client, 2) == "ok");
  held.let();
  for (const int other : clients) close(other);
  close(client);
}

BOOST_AUTO_TEST_CASE(a_request_that_waits_too_long_is_refused) {
  Held held;
  held.start({.threads = 1, .timeout = 300ms});
  const int first = held.connect(Held::make_socket(), request);
  held.wait_until_begun(1);
  const int second = held.connect(Held::make_socket(), request);
  BOOST_TEST(Held::receive(second, 6) == "no 503");
  held.let();
  BOOST_TEST(Held::receive(first, 2) == "ok");  // its answer may take long
  BOOST_TEST(held.begun() == 1);
  for (const int client : {first, second}) close(client);
}

BOOST_AUTO_TEST_CASE(a_request_whose_client_hangs_up_is_not_answered) {
  Held held;
  held.start({.threads = 1});
  const int first = held.connect(Held::make_socket(), request);
  held.wait_until_begun(1);
  for (int i = 0; i < 20; ++i) close(held.connect(Held::make_socket(), request));
  std::this_thread::sleep_for(500ms);  // the loop looks five times a second
  held.let();
  BOOST_TEST(Held::receive(first, 2) == "ok");
  const int last = held.connect(Held::make_socket(), request);
  BOOST_TEST(Held::receive(last, 2) == "ok");
  BOOST_TEST(held.begun() == 2);
  for (const int client : {first, last}) close(client);
}

BOOST_AUTO_TEST_CASE(answers_that_nobody_takes_are_bounded) {
  constexpr std::size_t size = 16 << 20;  // more than sockets buffer
  Held held(std::string(size, 'a'));
  held.start({.threads = 1, .answers = 3 * size + size / 2});
  held.let();
  std::vector<int> clients;
  for (int i = 0; i < 8; ++i) {
    clients.push_back(held.connect(Held::make_socket(), request));
    held.wait_until_begun(i + 1);
  }
  // Before anything is read: an answer that is read at once does not count as held.
  for (int i = 0; i < 300'000 && held.closed() < 5; ++i) std::this_thread::sleep_for(1ms);
  BOOST_TEST(Held::receive(clients.back(), size).size() == size);
  BOOST_TEST(held.closed() == 5);
  // Not the ones that came last.
  BOOST_TEST(Held::receive(clients[5], size).size() == size);
  BOOST_TEST(Held::receive(clients.front(), size).size() < size);
  for (const int client : clients) close(client);
}

BOOST_AUTO_TEST_CASE(one_answer_may_be_longer_than_all_may_be) {
  constexpr std::size_t size = 16 << 20;
  Held held(std::string(size, 'a'));
  held.start({.threads = 1, .answers = size / 2});
  held.let();
  const int client = held.connect(Held::make_socket(), request);
  BOOST_TEST(Held::receive(client, size).size() == size);
  BOOST_TEST(held.closed() == 0);
  close(client);
}

BOOST_AUTO_TEST_CASE(an_address_that_is_none_is_named_with_its_reason) {
  const auto listening = Connections::listen("192.0.2.1", 0);
  BOOST_REQUIRE(!listening.ok());
  BOOST_TEST(listening.error().message.find("Cannot assign requested address") != std::string::npos,
             listening.error().message);
}

BOOST_AUTO_TEST_SUITE_END()
