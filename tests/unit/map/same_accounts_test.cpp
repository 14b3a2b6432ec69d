// Whatever is captured is in exactly one account, in the page cache and in `pith map` the same one.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "config/load.h"
#include "crawler_adapter/cache_ledger.h"
#include "plugin/app/ingest/ingest_run.h"
#include "plugin/app/map/map_run.h"
#include "plugin/app/map/site_records.h"
#include "plugin/capture/options.h"
#include "tests/support/read_input.h"
#include "tests/unit/crawl/cache_fixture.h"

using namespace pith;
using namespace pith::test;

namespace {

const std::string host = "http://h.example";

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }
  template <typename T>
  T one_of(std::initializer_list<T> list) {
    return list.begin()[below(list.size())];
  }

 private:
  std::mt19937 engine_;
};

// Where a server can send a client that asks for `path`: to itself by another spelling, in circles, nowhere.
std::string location(Random& random, const std::string& path) {
  return random.one_of<std::string>({"",
                                     "#x",
                                     "?",
                                     ".",
                                     path,
                                     path + "#x",
                                     host + ":80" + path,
                                     "/x/.." + path,
                                     "//h.example" + path,
                                     "HTTP://H.EXAMPLE" + path,
                                     host + "." + path,
                                     " " + path,
                                     "\\" + path.substr(1),
                                     "http://u:p@h.example" + path,
                                     "/a",
                                     "/b",
                                     "/%61",
                                     "http://other.example/",
                                     "mailto:x@h.example",
                                     "http://[",
                                     "http:",
                                     host + "/" + std::string(9000, 'x')});
}

crawl::CapturedPage some_record(Random& random) {
  const std::string path = random.one_of<std::string>({"/", "/a", "/b", "/c", "/%7Ed"});
  crawl::CapturedPage page{.url = host + path, .fetched = 100};
  page.status = random.one_of({200, 200, 200, 301, 302, 307, 308, 304, 404, 429, 500, 0});
  page.content_type = random.one_of<std::string>({"text/html", "text/html", "application/pdf", ""});
  if (random.below(3) > 0) page.body = "<p>" + std::to_string(random.below(3));
  if (random.below(20) == 0) page.body = "<p>" + std::string(3000, 'x');
  page.redirect_to = location(random, path);
  page.cut = random.below(10) == 0;
  if (random.below(2) == 0) page.robots = random.one_of<std::string>({"", "noindex"});
  return page;
}

// URLs that are none, or too long, and such that would hide another page if they were only cut.
std::string bad_url(Random& random) {
  return random.one_of<std::string>({"no url", "http://", "http:///a", "http://h.example:99999/", "http://[a\n",
                                     host + "/a#" + std::string(200, 'x'), host + "/a#" + std::string(9000, 'x'),
                                     host + "/" + std::string(9000, 'x'), host + "/" + std::string(9000, 'x') + "y",
                                     host + "/" + std::string(150, 'z'),
                                     "http://" + std::string(9000, 'u') + "@h.example/a"});
}

std::string standing(crawl::Account account, const crawl::PageReason& reason) {
  return std::string(crawl::name_of(account)) + " " + reason.name();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(same_accounts)

BOOST_AUTO_TEST_CASE(the_cache_and_a_map_agree_on_random_records) {
  for (unsigned seed = 0; seed < 150; ++seed) {
    Random random(seed);
    crawl::CacheFixture cache;
    cache.options.page_max_bytes = 2000;
    cache.options.url_max_bytes = 100;
    cache.cache = cache.open();
    map::SiteRecords records(1 << 20);
    std::vector<crawl::CapturedPage> pages;
    std::map<std::string, std::string> bad;
    for (int i = 0; i < 30; ++i) {
      pages.push_back(some_record(random));
      if (random.below(5) == 0) pages.back().url = bad_url(random);
      const auto known = crawl::record_of(pages.back(), cache.options);
      if (known.site == crawl::no_site)
        bad[known.url] = standing(known.account, known.reason);
      else
        BOOST_REQUIRE(!records.add(pages.back(), known));
    }
    const std::size_t half = random.below(pages.size());
    cache.store({pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(half)}, {.crawl = "c", .run = 1});
    cache.store({pages.begin() + static_cast<std::ptrdiff_t>(half), pages.end()}, {.crawl = "c", .run = 2});

    std::map<std::string, std::string> expected = bad, stored;
    records.sort();
    for (const auto& record : records.sorted())
      expected[record.known.url] = standing(record.known.account, record.known.reason);
    BOOST_REQUIRE(expected.size() == bad.size() + records.sorted().size());
    for (const auto& [url, wanted] : expected) {
      const auto found = cache.cache.find(url);
      BOOST_REQUIRE(found.ok());
      BOOST_REQUIRE_MESSAGE(found->has_value(), url.substr(0, 200) << " is nowhere, seed " << seed);
      BOOST_TEST(standing((*found)->account, (*found)->reason) == wanted, url.substr(0, 200) << ", seed " << seed);
    }
    BOOST_TEST(cache.total().captured == static_cast<std::int64_t>(expected.size()));
    BOOST_TEST(static_cast<std::size_t>(records.again()) + expected.size() <= pages.size());
  }
}

BOOST_AUTO_TEST_CASE(ingest_and_map_account_for_each_page_once) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    Random random(seed + 1000);
    const TemporaryDirectory directory;
    std::string lines;
    std::map<std::string, int> urls;
    for (int i = 0; i < 25; ++i) {
      const crawl::CapturedPage page = some_record(random);
      nlohmann::json headers = {{"Content-Type", "text/html"}};
      if (!page.redirect_to.empty()) headers["Location"] = page.redirect_to;
      lines +=
          nlohmann::json{{"url", page.url}, {"status", page.status}, {"headers", headers}, {"body", page.body}}.dump() +
          "\n";
      ++urls[parse_url(page.url)->str()];
    }
    put_file(directory / "in.jsonl", lines);
    auto config = config::Config();
    BOOST_REQUIRE(!config.set("cache.path", directory / "cache", "test"));
    const auto ingested =
        ingest::run_ingest(config, {.paths = {directory / "in.jsonl"}, .type = {}, .url_prefix = {}, .crawl = {}});
    BOOST_REQUIRE(ingested.ok());
    auto cache = crawl::CacheLedger::open(capture::cache_options(config.settings()));
    BOOST_REQUIRE(cache.ok());
    const auto accounts = cache->accounts();
    BOOST_REQUIRE(accounts.ok());
    const crawl::Accounts& total = accounts->back();
    BOOST_TEST(total.captured == static_cast<std::int64_t>(urls.size()));
    BOOST_TEST(total.captured == total.main + total.fallback + total.whole + total.skipped + total.pending);

    map::MapRequest request;
    request.sources.paths = {directory / "in.jsonl"};
    request.format = map::formats().front();
    map::MapHooks hooks;
    hooks.write = [](std::string_view) { return std::nullopt; };
    hooks.lost = [](const std::string&, const ingest::Loss&) {};
    const auto mapped = map::run_map(config, request, hooks);
    BOOST_REQUIRE(mapped.ok());
    const auto sum = [](const auto& counts) {
      return std::accumulate(counts.begin(), counts.end(), std::int64_t{0},
                             [](std::int64_t sum, const auto& count) { return sum + count.second; });
    };
    BOOST_TEST(mapped->counts.pages == total.captured);
    BOOST_TEST(mapped->counts.pages == sum(mapped->counts.extracted) + sum(mapped->counts.skipped));
    BOOST_TEST(mapped->records == sum(mapped->left_out) + mapped->again + mapped->counts.pages);
    for (const auto& [reason, count] : total.skipped_by_reason)
      if (reason == crawl::PageReason::redirect_to_itself || reason == crawl::PageReason::redirect)
        BOOST_TEST(mapped->counts.skipped.at(reason.name()) == count, reason.name() << ", seed " << seed);
  }
}

BOOST_AUTO_TEST_SUITE_END()
