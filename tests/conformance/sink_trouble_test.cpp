// Every sink, with a server that is busy, gone, slow, picky or something else: nothing is lost silently, nothing hangs.
#include <atomic>
#include <cstddef>
#include <string>
#include <thread>
#include <vector>

#include "tests/conformance/sink_suite.h"

using namespace pith;
using namespace pith::test;
using namespace std::chrono_literals;
using sinks::SinkDocument;

BOOST_AUTO_TEST_SUITE(sink_trouble)

BOOST_AUTO_TEST_CASE(a_busy_server_is_waited_for) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    server.fail(
        {{.status = 429, .body = "slow down", .retry_after = "1"}, {.status = 503}, {.status = 502}, {.status = 504}});
    const auto all = documents(10);
    std::vector<std::string> waits;
    auto options = target.options();
    options.waiting = [&](const std::string& why) { waits.push_back(why); };
    const auto counts = export_all(options, target.sink(), all);
    check(target, all);
    BOOST_TEST(server.batches() == 1);
    BOOST_TEST(counts.sent == 10);
    BOOST_TEST(counts.retried == 40);
    BOOST_TEST(server.largest_gap() >= 990ms);
    BOOST_REQUIRE(waits.size() == 4u);
    BOOST_TEST(waits[0].find("429: slow down") != std::string::npos, waits[0]);
  });
}

BOOST_AUTO_TEST_CASE(lost_answers_duplicate_nothing) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    using Fault = SearchDouble::Fault;
    const auto all = documents(12);
    auto options = target.options();
    options.batch_documents = 4;
    // The first batch loses its answer, the second its request; the answer to the third comes too late.
    server.fail({{.kind = Fault::drop, .applied = true}});
    export_all(options, target.sink(), all);
    server.fail({{.kind = Fault::drop}, {.kind = Fault::hold, .status = 200, .body = "{}", .applied = true}});
    options.request_timeout = 3s;
    const auto counts = export_all(options, target.sink(), all);
    check(target, all);
    BOOST_TEST(counts.sent == 12);
    BOOST_TEST(counts.retried == 8);
  });
}

BOOST_AUTO_TEST_CASE(an_unavailable_server_is_given_up) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    server.fail(std::vector<SearchDouble::Fault>(5, {.status = 503}));
    const auto sink = open(target.options(), target.sink());
    const auto error = put_all(*sink, documents(3));
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->code == "busy");
    BOOST_TEST(error->message.find(server.url()) != std::string::npos, error->message);
    BOOST_TEST(error->message.find("(5 tries)") != std::string::npos, error->message);
    BOOST_TEST(sink->counts().sent == 0);
    export_all(target.options(), target.sink(), documents(3));  // all five answers were used up
    check(target, documents(3));

    auto options = target.options();
    options.url = "http://127.0.0.1:1";
    const auto closed = (*sinks::find_sink(target.sink()))->open(options);
    BOOST_REQUIRE(!closed.ok());
    BOOST_TEST(closed.error().code == "unreachable");
  });
}

BOOST_AUTO_TEST_CASE(a_server_that_asks_for_a_long_pause_is_left_alone) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    server.fail({{.status = 429, .retry_after = "3600"}});
    const auto sink = open(target.options(), target.sink());
    const auto error = put_all(*sink, documents(3));
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->message.find("3600 s") != std::string::npos, error->message);
    BOOST_TEST(server.batches() == 0);
  });
}

BOOST_AUTO_TEST_CASE(refused_documents_are_named_and_the_others_arrive) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    auto all = documents(40);
    std::vector<SinkDocument> taken;
    for (int i = 0; i < 40; ++i) {
      if (i % 3 == 1)
        server.refuse(all[static_cast<std::size_t>(i)].id);
      else
        taken.push_back(all[static_cast<std::size_t>(i)]);
    }
    const auto counts = export_all(target.options(), target.sink(), all);
    check(target, taken);
    BOOST_TEST(counts.sent == 27);
    BOOST_TEST(counts.refused == 13);
    BOOST_REQUIRE(counts.first_refusals.size() == 10u);
    BOOST_TEST(counts.first_refusals[0].id == all[1].id);
    BOOST_TEST(counts.first_refusals[0].url == all[1].url);
    BOOST_TEST(counts.first_refusals[9].url == all[28].url);
    BOOST_TEST(counts.first_refusals[0].why.find("400 ") == 0u, counts.first_refusals[0].why);
    BOOST_TEST(counts.first_refusals[0].why.find("field") != std::string::npos, counts.first_refusals[0].why);
  });
}

BOOST_AUTO_TEST_CASE(a_server_that_accepts_nothing_ends_the_export) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    const auto all = documents(300);
    for (const SinkDocument& document : all) server.refuse(document.id);
    const auto sink = open(target.options(), target.sink());
    const auto error = put_all(*sink, all);
    BOOST_REQUIRE(error.has_value());
    BOOST_TEST(error->code == "refused");
    BOOST_TEST(sink->counts().refused == 100);
  });
}

BOOST_AUTO_TEST_CASE(requests_that_are_too_large_are_halved) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    auto all = documents(20);
    all[11].fields["content"] = std::string(50'000, 'x');
    server.limit_bytes(10'000);
    const auto counts = export_all(target.options(), target.sink(), all);
    BOOST_TEST(counts.sent == 19);
    BOOST_REQUIRE(counts.first_refusals.size() == 1u);
    BOOST_TEST(counts.first_refusals[0].url == all[11].url);
    all.erase(all.begin() + 11);
    check(target, all);
  });
}

BOOST_AUTO_TEST_CASE(other_answers_end_the_export) {
  const std::string few = R"({"errors":false,"items":[]})",
                    other = R"({"errors":false,"items":[{"index":{"_id":"x","status":200}}]})";
  for (const std::string& body :
       {std::string("<html>Sign in</html>"), std::string("[]"), std::string("{}"), few, other,
        std::string(R"({"responseHeader":{"status":0)"), std::string(R"({"responseHeader":7})")}) {
    for_each_server([&](SinkTarget& target, SearchDouble& server) {
      server.fail({{.status = 200, .body = body}});
      const auto sink = open(target.options(), target.sink());
      const auto error = put_all(*sink, documents(1));
      BOOST_REQUIRE(error.has_value());
      BOOST_TEST(error->code == "bad_answer");
      BOOST_TEST(error->message.find(server.url()) != std::string::npos, error->message);
      BOOST_TEST(sink->counts().sent == 0);
    });
  }
  for_each_server([&](SinkTarget& target, SearchDouble& server) {
    for (const int status : {307, 401, 403, 500, 404}) {
      server.fail({{.status = status, .body = R"({"responseHeader":{"status":1},"error":{"msg":"m"}})"}});
      const auto sink = open(target.options(), target.sink());
      BOOST_TEST(put_all(*sink, documents(1)).has_value(), status);
      BOOST_TEST(sink->counts().sent == 0);
    }
    export_all(target.options(), target.sink(), documents(1));
    check(target, documents(1));
  });
}

BOOST_AUTO_TEST_CASE(a_stop_ends_waits_and_requests) {
  for_each_server([](SinkTarget& target, SearchDouble& server) {
    for (const bool slow : {false, true}) {
      std::atomic<bool> stop = false;
      auto options = target.options();
      options.stop = &stop;
      options.request_timeout = 1h;
      options.retry.first_wait = options.retry.longest_wait = 1h;
      const auto sink = open(options, target.sink());
      server.fail({slow ? SearchDouble::Fault{.kind = SearchDouble::Fault::hold} : SearchDouble::Fault{.status = 503}});
      std::thread stopper([&] {
        std::this_thread::sleep_for(100ms);
        stop = true;
      });
      const auto error = put_all(*sink, documents(3));
      stopper.join();
      BOOST_REQUIRE(error.has_value());
      BOOST_TEST(error->code == "stopped");  // and not an hour later
    }
  });
}

BOOST_AUTO_TEST_SUITE_END()
