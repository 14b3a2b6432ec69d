// A page cache to be damaged, and ways to do so.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "crawler_adapter/cache/cache_capture.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "tests/support/flip.h"

namespace pith::crawl::test {

inline constexpr int pages = 60;

inline CapturedPage page(int number, std::size_t words = 40) {
  CapturedPage p;
  p.url = "https://example.org/page-" + std::to_string(number);
  p.status = 200;
  p.content_type = "text/html";
  p.charset = "utf-8";
  p.robots = number % 7 == 0 ? "noindex" : "";
  p.fetched = 1'000 + number;
  p.body = "<p>page " + std::to_string(number);
  std::mt19937 random(static_cast<unsigned>(number));
  for (std::size_t i = 0; i < words; ++i) p.body += " w" + std::to_string(random());
  return p;
}

inline void check_ok(const std::optional<Error>& error) {
  BOOST_REQUIRE_MESSAGE(!error, (error ? error->message : ""));
}

inline void fill(const std::string& directory, int count = pages) {
  auto cache = CacheLedger::open({.directory = directory});
  BOOST_REQUIRE(cache.ok());
  std::vector<CapturedPage> all;
  for (int i = 0; i < count; ++i) all.push_back(page(i));
  check_ok(CacheCapture(*cache).store(all));
  const std::vector<std::uint64_t> links = {1, 2, 3};
  std::vector<SampleSummary> sample;
  const auto state = cache->site_state("example.org");
  for (const SitePage& p : state->pages) {
    check_ok(cache->save_links(p.id, p.digest, links));
    check_ok(cache->save_shape(p.id, p.digest, "shape"));
    if (p.id % 3 == 0) sample.push_back({p.id, "inputs", "summary of " + p.url});
  }
  check_ok(cache->save_sample("example.org", sample));
  check_ok(cache->save_site_model("example.org", {.version = 1, .templates = "templates", .pages = 5}));
}

using pith::test::flip;

// Runs `body` in a child process and returns its exit code, or 128 + the signal that ended it.
inline int code_of_child(const std::function<int()>& body) {
  const pid_t child = ::fork();
  BOOST_REQUIRE(child >= 0);
  if (child == 0) ::_exit(body());
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace pith::crawl::test
