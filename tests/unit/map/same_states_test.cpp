// Whatever is captured is in exactly one state, in the page cache and in `pith map` the same one.
#include <algorithm>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/load.h"
#include "crawler_adapter/cache/cache_ledger.h"
#include "plugin/capture/options.h"
#include "plugin/cluster/map_run.h"
#include "plugin/cluster/records_run.h"
#include "plugin/cluster/shuffle_run.h"
#include "plugin/cluster/site_records.h"
#include "plugin/crawl/ingest_run.h"
#include "tests/support/archives.h"
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
  const std::string path = random.one_of<std::string>({"/", "/a", "/b", "/c", "/%7Ed", "/%2e", "/x/../a", "/%2e/b"});
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

// As servers and crawlers write them, in no encoding in particular.
Response some_response(Random& random) {
  Response response{.url = host + random.one_of<std::string>({"/", "/a", "/a", "/b.png", "/robots.txt", "/caf\xe9",
                                                              "/%7Ed", "/a#" + std::string(300, 'x'), "/x/../a",
                                                              "/%2e/a", "/" + std::string(9000, 'x')})};
  response.status = random.one_of({200, 200, 200, 301, 304, 404, 500});
  response.headers = random.one_of<std::string>(
      {"", "Content-Type: text/html\r\n", "Content-Type: text/html; charset=\"utf\\8\"\r\n",
       "Content-Type: text/html; charset=caf\xe9\r\n", "Content-Type: text/html; charset='a b'\r\n",
       "Content-Type: text/html, text/html; charset=koi8-r\r\n", "Content-Type: text/\xe9\r\n",
       "Content-Type: application/pdf\r\n"});
  for (const char* header : {"ETag: \"\xff\"\r\n", "Last-Modified: y\xe9sterday\r\n", "X-Robots-Tag: noindex\r\n",
                             "X-Robots-Tag: caf\xe9: noindex\r\n", "Location: /caf\xe9\r\n"})
    if (random.below(4) == 0) response.headers += header;
  if (random.below(4) > 0) response.body = "<p>Words " + std::to_string(random.below(3)) + " \xe9";
  return response;
}

std::string some_warc_record(Random& random) {
  const Response response = some_response(random);
  const std::string type = "application/http";
  switch (random.below(6)) {
    case 0:
      return warc_record("revisit", response.url, type, "");
    case 1:
      return warc_record("revisit", response.url, type, http_message({.url = {}, .headers = response.headers}));
    case 2:
      return warc_record("resource", response.url, "text/html; charset=\"\\\xe9\"", response.body);
    case 3:
      return warc_record("response", response.url, type, http_message(response), "WARC-Truncated: length\r\n");
    default:
      return warc_response(response);
  }
}

std::string some_line(Random& random) {
  const Response response = some_response(random);
  nlohmann::json headers = nlohmann::json::object();
  const auto head = crawl::parse_fields(response.headers);
  for (const auto& [name, value] : head.fields) headers[name] = value;
  const nlohmann::json line = {
      {"url", response.url}, {"status", response.status}, {"headers", headers}, {"body_base64", base64(response.body)}};
  return line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

// A source of each kind, all of one site.
std::vector<std::string> some_sources(Random& random, const std::string& directory) {
  std::string warc, arc = arc_begin(), lines, zip;
  for (int i = 0; i < 12; ++i) {
    warc += some_warc_record(random);
    arc += arc_response(some_response(random));
    lines += some_line(random);
    Response kept = some_response(random);
    if (random.below(4) == 0) kept.status = 12345;
    zip += httrack_entry(kept);
  }
  put_file(directory + "/a.warc", warc);
  put_file(directory + "/a.warc.gz", gzip(warc_info()) + gzip(some_warc_record(random)));
  put_file(directory + "/a.arc", arc);
  put_file(directory + "/a.jsonl", lines);
  put_file(directory + "/new.zip", zip + zip_end());
  put_file(directory + "/a.wacz", wacz_file("a.warc", some_warc_record(random)));
  for (const char* name : {"a.html", "index.html", "robots.txt", "caf\xe9.html", "b.png"})
    put_file(directory + "/mirror/h.example/" + name, "<!doctype html><p>Saved " + std::to_string(random.below(3)));
  std::vector<std::string> paths;
  for (const char* name : {"a.warc", "a.warc.gz", "a.arc", "a.jsonl", "new.zip", "a.wacz", "mirror"})
    paths.push_back(directory + "/" + name);
  for (std::size_t i = paths.size(); i > 1; --i) std::swap(paths[i - 1], paths[random.below(i)]);
  return paths;
}

std::string state_and_reason(crawl::PageState state, const crawl::PageReason& reason) {
  return std::string(crawl::name_of(state)) + " " + reason.name();
}

// What an ingest of these sources makes of each URL, all that the cache keeps of it but the time.
std::map<std::string, std::string> ingested(const config::Config& config, const std::vector<std::string>& sources,
                                            const std::vector<std::string>& urls) {
  std::filesystem::remove_all(config.settings().cache.path);
  const auto summary = ingest::run_ingest(config, {.paths = sources, .type = {}, .url_prefix = {}, .crawl = {}});
  BOOST_REQUIRE_MESSAGE(summary.ok(), (summary.ok() ? "" : summary.error().message));
  auto cache = crawl::CacheLedger::open(capture::cache_options(config.settings()));
  BOOST_REQUIRE(cache.ok());
  std::map<std::string, std::string> pages;
  for (const std::string& url : urls) {
    const auto found = cache->find(url);
    BOOST_REQUIRE(found.ok());
    if (!*found) continue;
    const crawl::CachedPage& page = **found;
    std::string& text = pages[url];
    text = state_and_reason(page.state, page.reason) + " " + std::to_string(page.status) + " " + page.digest;
    for (const std::string* part :
         {&page.redirect_to, &page.content_type, &page.charset, &page.etag, &page.last_modified, &page.robots})
      text += "|" + *part;
  }
  const auto counts = cache->counts();
  BOOST_REQUIRE(counts.ok());
  BOOST_TEST(counts->back().captured == static_cast<std::int64_t>(pages.size()));
  return pages;
}

struct Mapped {
  std::string documents;
  map::MapSummary summary;
};

Mapped mapped(const config::Config& config, const std::vector<std::string>& sources) {
  Mapped out;
  map::MapRequest request;
  request.sources.paths = sources;
  request.format = map::find_format("columns");
  map::MapHooks hooks;
  hooks.write = [&](std::string_view bytes) {
    out.documents += bytes;
    return std::nullopt;
  };
  hooks.lost = [](const std::string&, const ingest::Loss&) {};
  auto summary = map::run_map(config, request, hooks);
  BOOST_REQUIRE_MESSAGE(summary.ok(), (summary.ok() ? "" : summary.error().message));
  out.summary = *std::move(summary);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(same_states)

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
        bad[known.url] = state_and_reason(known.state, known.reason);
      else
        BOOST_REQUIRE(!records.add(pages.back(), known));
    }
    const std::size_t half = random.below(pages.size());
    cache.store({pages.begin(), pages.begin() + static_cast<std::ptrdiff_t>(half)});
    cache.store({pages.begin() + static_cast<std::ptrdiff_t>(half), pages.end()});

    std::map<std::string, std::string> expected = bad, stored;
    records.sort();
    for (const auto& record : records.sorted())
      expected[record.known.url] = state_and_reason(record.known.state, record.known.reason);
    BOOST_REQUIRE(expected.size() == bad.size() + records.sorted().size());
    for (const auto& [url, wanted] : expected) {
      const auto found = cache.cache.find(url);
      BOOST_REQUIRE(found.ok());
      BOOST_REQUIRE_MESSAGE(found->has_value(), url.substr(0, 200) << " is nowhere, seed " << seed);
      BOOST_TEST(state_and_reason((*found)->state, (*found)->reason) == wanted, url.substr(0, 200)
                                                                                    << ", seed " << seed);
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
    const auto counts = cache->counts();
    BOOST_REQUIRE(counts.ok());
    const crawl::SiteCounts& total = counts->back();
    BOOST_TEST(total.captured == static_cast<std::int64_t>(urls.size()));
    BOOST_TEST(total.captured == total.main + total.fallback + total.whole + total.skipped + total.pending);

    map::MapRequest request;
    request.sources.paths = {directory / "in.jsonl"};
    request.format = map::find_format("columns");
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

// What `pith ingest` takes, `pith shuffle` and `pith records` hand on, and `pith map` takes, the same.
BOOST_AUTO_TEST_CASE(records_of_every_input_stay_what_they_are) {
  for (unsigned seed = 0; seed < 40; ++seed) {
    BOOST_TEST_INFO_SCOPE("seed " << seed);
    Random random(seed + 2000);
    const TemporaryDirectory directory;
    auto config = config::Config();
    BOOST_REQUIRE(!config.set("cache.path", directory / "cache", "test"));
    BOOST_REQUIRE(!config.set("cache.url_max_bytes", "250", "test"));
    const std::vector<std::string> sources = some_sources(random, directory.path());
    const auto options = capture::cache_options(config.settings());

    std::set<std::string> urls;
    for (const std::string& source : sources)
      for (const crawl::CapturedPage& page : read_path(source).pages) urls.insert(crawl::record_of(page, options).url);
    const std::vector<std::string> all(urls.begin(), urls.end());

    std::string shuffled, recorded;
    map::ShuffleHooks shuffling;
    shuffling.write = [&](std::size_t, std::string_view frame) {
      shuffled += frame;
      return std::nullopt;
    };
    shuffling.lost = [](const std::string&, const ingest::Loss&) {};
    map::ShuffleRequest request;
    request.sources.paths = sources;
    const auto sorted = map::run_shuffle(config, request, shuffling);
    BOOST_REQUIRE(sorted.ok());
    map::RecordsHooks recording;
    recording.write = [&](std::string_view frame) {
      recorded += frame;
      return std::nullopt;
    };
    recording.lost = shuffling.lost;
    BOOST_REQUIRE(map::run_records(config, request.sources, recording).ok());

    const auto expected = ingested(config, sources, all);
    BOOST_TEST(expected.size() > 3u);
    const Mapped direct = mapped(config, sources);
    BOOST_TEST(direct.summary.counts.pages == static_cast<std::int64_t>(expected.size()));
    for (const auto& [name, frames] : {std::pair("shuffled", shuffled), std::pair("recorded", recorded)}) {
      BOOST_TEST_INFO_SCOPE(name);
      const std::string path = directory / name;
      put_file(path, frames);
      const auto pages = ingested(config, {path}, all);
      for (const auto& [url, page] : expected)
        BOOST_TEST((pages.contains(url) ? pages.at(url) : "nowhere") == page, url.substr(0, 100));
      const Mapped again = mapped(config, {path});
      BOOST_TEST(again.documents == direct.documents);
      BOOST_TEST(again.summary.losses == 0);
      BOOST_TEST(again.summary.records == sorted->pages);
      BOOST_TEST(again.summary.left_out.empty());
      BOOST_TEST(again.summary.again == direct.summary.again);
      BOOST_TEST((again.summary.counts.skipped == direct.summary.counts.skipped));
      BOOST_TEST((again.summary.counts.extracted == direct.summary.counts.extracted));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
