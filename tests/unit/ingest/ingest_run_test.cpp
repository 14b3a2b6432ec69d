#include "plugin/app/ingest/ingest_run.h"

#include <sys/stat.h>

#include <boost/test/unit_test.hpp>

#include "crawler_adapter/page_cache.h"
#include "plugin/capture/options.h"
#include "tests/support/archives.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::test;
using namespace pith::ingest;

namespace {

std::string site(std::initializer_list<int> pages) {
  std::string out;
  for (const int page : pages)
    out +=
        warc_response({.url = "http://h.example/" + std::to_string(page), .body = "<p>page " + std::to_string(page)});
  return out;
}

struct Fixture {
  TemporaryDirectory directory;
  config::Config config = open();

  config::Config open() {
    put_file(directory / "pith.yaml", "cache:\n  path: " + (directory / "cache") + "\n");
    auto opened = config::open(directory / "pith.yaml");
    BOOST_REQUIRE(opened.ok());
    return std::move(*opened);
  }
  std::string file(const std::string& name, const std::string& bytes) {
    put_file(directory / name, bytes);
    return directory / name;
  }
  Summary run(const Request& request, const Hooks& hooks = {}) {
    auto summary = run_ingest(config, request, hooks);
    BOOST_REQUIRE_MESSAGE(summary.ok(), (summary.ok() ? "" : summary.error().message));
    return *summary;
  }
  std::string error(const Request& request) {
    const auto summary = run_ingest(config, request);
    return summary.ok() ? "" : summary.error().code;
  }
  std::map<std::string, std::string> accounts() {
    auto cache = crawl::PageCache::open_existing(capture::cache_options(config.settings()));
    BOOST_REQUIRE(cache.ok());
    std::map<std::string, std::string> out;
    BOOST_REQUIRE(!cache->each("", [&](const crawl::CachedPage& page) {
      out[page.url.substr(page.url.rfind('/') + 1)] = page.account + (page.reason.empty() ? "" : " " + page.reason);
      return true;
    }));
    return out;
  }
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(ingest_run, Fixture)

BOOST_AUTO_TEST_CASE(several_sources_in_batches) {
  std::string many;
  for (int i = 0; i < 150; ++i) many += site({i});
  std::vector<double> parts;
  Hooks hooks;
  hooks.progress = [&](const pith::ingest::Progress& p) { parts.push_back(p.part); };
  const auto summary =
      run({.paths = {file("a.warc", many), file("b.jsonl", R"({"url":"http://h.example/x","body":"<p>x"})")},
           .type = {},
           .url_prefix = {},
           .crawl = {}},
          hooks);
  BOOST_TEST(summary.complete);
  BOOST_TEST(summary.total(&Report::pages) == 151);
  BOOST_TEST(summary.sources[0].input == "warc");
  BOOST_TEST(summary.sources[1].input == "jsonl");
  BOOST_TEST(accounts().size() == 151u);
  BOOST_TEST(std::is_sorted(parts.begin(), parts.end()));
  BOOST_TEST(parts.back() > 0.99);
  BOOST_TEST(parts.back() <= 1.0);
}

BOOST_AUTO_TEST_CASE(a_named_crawl_forgets_what_it_no_longer_has) {
  const auto named = [&](const std::string& bytes) {
    return run({.paths = {file("a.warc", bytes)}, .type = {}, .url_prefix = {}, .crawl = "docs"});
  };
  named(site({1, 2, 3}));
  BOOST_TEST(named(site({1, 2, 3}).substr(0, site({1, 2}).size() + 50)).retired ==
             0);  // damaged: nothing is taken for gone
  BOOST_TEST(accounts().at("3") == "pending");
  // A revisit says that page 2 is as it was.
  BOOST_TEST(named(site({1}) + warc_record("revisit", "http://h.example/2", "application/http",
                                           "HTTP/1.1 304 Not Modified\r\n\r\n"))
                 .retired == 1);
  BOOST_TEST(accounts().at("2") == "pending");
  BOOST_TEST(accounts().at("3") == "skipped gone");
  run({.paths = {file("b.warc", site({4}))}, .type = {}, .url_prefix = {}, .crawl = {}});
  BOOST_TEST(accounts().at("1") == "pending");  // without a name nothing goes
}

BOOST_AUTO_TEST_CASE(a_page_without_a_time_was_fetched_now) {
  run({.paths = {file("b.jsonl", R"({"url":"http://h.example/x","body":"<p>x"})")},
       .type = {},
       .url_prefix = {},
       .crawl = {}});
  auto cache = crawl::PageCache::open_existing(capture::cache_options(config.settings()));
  BOOST_REQUIRE(cache.ok());
  BOOST_TEST((*cache->find("http://h.example/x"))->fetched > 1'700'000'000);
}

BOOST_AUTO_TEST_CASE(wrong_sources) {
  BOOST_TEST(error({.paths = {directory / "none"}, .type = {}, .url_prefix = {}, .crawl = {}}) == "no_input");
  BOOST_TEST(error({.paths = {file("x", "hello")}, .type = {}, .url_prefix = {}, .crawl = {}}) == "unknown_input");
  BOOST_TEST(error({.paths = {file("empty", "")}, .type = {}, .url_prefix = {}, .crawl = {}}) == "unknown_input");
  BOOST_TEST(error({.paths = {file("x", "hello")}, .type = "tar", .url_prefix = {}, .crawl = {}}) == "unknown_input");
  BOOST_TEST(error({.paths = {"-", "-"}, .type = "warc", .url_prefix = {}, .crawl = {}}) == "usage");
  mkfifo((directory / "pipe").c_str(), 0600);
  BOOST_TEST(error({.paths = {directory / "pipe"}, .type = {}, .url_prefix = {}, .crawl = {}}) == "unknown_input");
  // Nothing is read if one of the sources cannot be.
  for (const char* type : {"", "warc"}) {
    const Request request{
        .paths = {file("a.warc", site({1})), directory / "none"}, .type = type, .url_prefix = {}, .crawl = {}};
    BOOST_TEST(error(request) == "no_input");
  }
  BOOST_TEST(!std::filesystem::exists(directory / "cache"));
  BOOST_TEST(error({.paths = {file("x", "hello")}, .type = "folder", .url_prefix = {}, .crawl = {}}) == "no_input");
}

BOOST_AUTO_TEST_CASE(stopping_keeps_what_was_read) {
  std::string many;
  for (int i = 0; i < 500; ++i) many += site({i});
  std::atomic<bool> stop = false;
  Hooks hooks;
  hooks.stop = &stop;
  hooks.progress = [&](const pith::ingest::Progress& p) { stop = stop || p.pages >= 100; };
  const auto summary = run({.paths = {file("a.warc", many)}, .type = {}, .url_prefix = {}, .crawl = "docs"}, hooks);
  BOOST_TEST(summary.stopped);
  BOOST_TEST(!summary.complete);
  BOOST_TEST(static_cast<std::int64_t>(accounts().size()) == summary.total(&Report::pages));
  BOOST_TEST(accounts().size() >= 100u);
  BOOST_TEST(accounts().size() < 110u);
}

BOOST_AUTO_TEST_SUITE_END()
