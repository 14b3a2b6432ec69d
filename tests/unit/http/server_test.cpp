// The whole server in this process, so that a sanitizer sees all of its threads.
#include "plugin/serve/server.h"

#include <httplib.h>

#include <atomic>
#include <boost/test/unit_test.hpp>
#include <filesystem>
#include <fstream>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "plugin/search/search_log.h"
#include "plugin/search/search_rules.h"
#include "tests/support/temporary.h"
#include "tests/unit/index/pages.h"

using namespace pith;
using namespace pith::http;

BOOST_AUTO_TEST_SUITE(server)

BOOST_AUTO_TEST_CASE(many_ask_while_the_index_changes) {
  const index::IndexDirectory directory;
  auto writer = index::Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->put(index::record_of("first"), index::page_of("harbour words of a page")));
  BOOST_REQUIRE(!writer->commit());
  const test::TemporaryDirectory files;
  std::ofstream(files / "synonyms.txt") << "quay, harbour\n";
  const auto config = config::load_text("search: {synonyms: synonyms.txt}", "pith.yaml", files.path());
  auto rules = pipeline::SearchRules::open(*config);
  BOOST_REQUIRE(rules.ok());
  auto server = Server::listen({.port = 0,
                                .limits = {.threads = 4},
                                .index = directory.path(),
                                .rules = *rules,
                                .log = std::make_shared<pipeline::SearchLog>(files / "log", 8192),
                                .version = "1",
                                .explain = [](const std::string& url) { return Result<std::string>("<p>" + url); }});
  BOOST_REQUIRE(server.ok());
  std::atomic<bool> stop = false, done = false;
  auto running = std::async(std::launch::async, [&] { return server->run(stop); });
  const std::string url = server->url();
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  std::atomic<int> answered = 0;
  std::mutex mutex;
  std::map<std::string, int> wrong;
  std::vector<std::thread> clients;
  for (int i = 0; i < 4; ++i)
    clients.emplace_back([&] {
      httplib::Client client("127.0.0.1", port);
      client.set_keep_alive(true);
      while (!done)
        for (const char* target :
             {"/?q=harbour", "/?q=quay", "/?q=nothing", "/api/v1/search?q=harb*&facets=1&explain=1",
              "/api/v1/search?q=harbuor&sort=newest", "/api/v1/document?url=https://example.org/first",
              "/api/v1/search?like=https://example.org/first", "/api/v1/status", "/metrics", "/healthz",
              "/explain?url=x"}) {
          const auto reply = client.Get(target);
          // Alone in the index, the page shares no words with others; and only one page is explained at a time.
          const std::string_view asked = target;
          const bool fine = reply && (reply->status == 200 ||
                                      (reply->status == 400 && asked.find("like=") != std::string_view::npos) ||
                                      (reply->status == 503 && asked.starts_with("/explain")));
          if (!fine) {
            const std::lock_guard lock(mutex);
            ++wrong[target + std::string(" ") + (reply ? std::to_string(reply->status) : to_string(reply.error()))];
          }
          ++answered;
        }
    });
  for (int round = 0; round < 5; ++round) {
    const std::string name = "page" + std::to_string(round);
    BOOST_TEST(!writer->put(index::record_of(name), index::page_of("harbour words of a page")).has_value());
    BOOST_TEST(!writer->commit().has_value());
    std::ofstream(files / "synonyms.txt") << "quay, harbour\npier, harbour, x" + std::to_string(round) + "\n";
    std::this_thread::sleep_for(std::chrono::milliseconds(600));  // it checks for commits once a second
  }
  while (answered <= 50) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  done = true;
  for (std::thread& client : clients) client.join();
  for (const auto& [what, count] : wrong) BOOST_ERROR(what << ", " << count << " times");
  httplib::Client client("127.0.0.1", port);
  const auto metrics = client.Get("/metrics");
  BOOST_REQUIRE(metrics);
  BOOST_TEST(metrics->body.find("pith_index_reopened 0") == std::string::npos);
  BOOST_TEST(client.Get("/api/v1/search?q=pier")->body.find("\"total\": 0") == std::string::npos);
  BOOST_TEST(std::filesystem::file_size(files / "log") > 0u);
  stop = true;
  BOOST_TEST(running.get());
}

BOOST_AUTO_TEST_CASE(one_page_is_explained_at_a_time_and_for_nobody_unseen) {
  std::atomic<bool> stop = false, begun = false, let = false;
  auto server = Server::listen({.port = 0, .limits = {.threads = 4}, .explain = [&](const std::string& url) {
                                  begun = true;
                                  while (!let) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                  return Result<std::string>("<p>" + url);
                                }});
  BOOST_REQUIRE(server.ok());
  auto running = std::async(std::launch::async, [&] { return server->run(stop); });
  const std::string url = server->url();
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  const auto ask = [port](const httplib::Headers& headers = {}) {
    const auto reply = httplib::Client("127.0.0.1", port).Get("/explain?url=x", headers);
    return reply ? *reply : httplib::Response();
  };
  auto first = std::async(std::launch::async, [&] { return ask(); });
  while (!begun) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto second = ask();
  BOOST_TEST(second.status == 503);
  BOOST_TEST(second.get_header_value("Retry-After") == "1");
  let = true;
  BOOST_TEST(first.get().status == 200);
  for (const char* site : {"cross-site", "same-site"})
    for (const char* dest : {"image", "iframe", "empty"})
      BOOST_TEST(ask({{"Sec-Fetch-Site", site}, {"Sec-Fetch-Dest", dest}}).status == 403, site << ", " << dest);
  BOOST_TEST(ask({{"Sec-Fetch-Site", "cross-site"}, {"Sec-Fetch-Dest", "document"}}).status == 200);  // a link
  BOOST_TEST(ask({{"Sec-Fetch-Site", "same-origin"}, {"Sec-Fetch-Dest", "empty"}}).status == 200);
  BOOST_TEST(ask({{"Sec-Fetch-Site", "none"}}).status == 200);
  stop = true;
  BOOST_TEST(running.get());
}

// Two threads, only one of which may answer expensive requests.
BOOST_AUTO_TEST_CASE(expensive_requests_wait_for_each_other_and_nobody_else_for_them) {
  const index::IndexDirectory directory;
  auto writer = index::Writer::open(directory.path(), {});
  BOOST_REQUIRE(writer.ok());
  BOOST_REQUIRE(!writer->put(index::record_of("first"), index::page_of("harbour words of a page")));
  BOOST_REQUIRE(!writer->commit());
  std::atomic<bool> stop = false, let = false;
  std::atomic<int> begun = 0;
  auto server =
      Server::listen({.port = 0, .limits = {.threads = 2}, .index = directory.path(), .explain = [&](const auto&) {
                        ++begun;
                        while (!let) std::this_thread::sleep_for(std::chrono::milliseconds(1));
                        return Result<std::string>("explained");
                      }});
  BOOST_REQUIRE(server.ok());
  auto running = std::async(std::launch::async, [&] { return server->run(stop); });
  const std::string url = server->url();
  const int port = std::stoi(url.substr(url.rfind(':') + 1));
  const auto ask = [port](const std::string& target) {
    const auto reply = httplib::Client("127.0.0.1", port).Get(target);
    return reply ? reply->status : 0;
  };
  const std::string hundred = "/api/v1/search?limit=100&explain=1&q=harbour", web = "/?q=b*%20c*";
  auto explained = std::async(std::launch::async, ask, "/explain?url=x");
  while (begun == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::vector<std::future<int>> expensive;
  const std::string document = "/api/v1/document?url=https://example.org/first&format=json";  // of any size
  for (const std::string& target : {std::string("/explain?url=y"), hundred, web, web, document})
    expensive.push_back(std::async(std::launch::async, ask, target));
  for (int i = 0; i < 20; ++i) {  // each is asked once: with sanitizers, it may take longer than a plain one may
    const std::string spaces(static_cast<std::size_t>(i), '+');
    BOOST_TEST(ask("/api/v1/search?q=harbour" + spaces) == 200);
    BOOST_TEST(ask("/?q=harbour+words+\"of+a\"" + spaces) == 200);
  }
  for (const auto& one : expensive)
    BOOST_TEST((one.wait_for(std::chrono::milliseconds(10)) == std::future_status::timeout));
  BOOST_TEST(begun == 1);
  let = true;
  BOOST_TEST(explained.get() == 200);
  for (auto& one : expensive) BOOST_TEST(one.get() == 200);
  stop = true;
  BOOST_TEST(running.get());
}

BOOST_AUTO_TEST_SUITE_END()
