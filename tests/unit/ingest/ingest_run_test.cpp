#include "plugin/crawl/ingest_run.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "crawler_adapter/cache/cache_ledger.h"
#include "crawler_adapter/inputs/frames.h"
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

constexpr const char* identical = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";

std::string url(const std::string& name) { return "http://h.example/" + name; }

// A page fetched on a day in November, and a revisit that claims another page's payload.
std::string dated(std::string record, int day) {
  const std::size_t at = record.find("WARC-Date: 2026-11-21") + 19;
  return record.replace(at, 2, std::to_string(day));
}

std::string original(const std::string& name, const std::string& body, int day, const std::string& more = {}) {
  return dated(warc_record("response", url(name), "application/http", http_message({.url = url(name), .body = body}),
                           "WARC-Payload-Digest: sha1:" + name + "\r\n" + more),
               day);
}

std::string revisit(const std::string& name, const std::string& more,
                    const std::string& head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n",
                    const std::string& profile = identical) {
  return dated(warc_record("revisit", url(name), "application/http", head, "WARC-Profile: " + profile + "\r\n" + more),
               25);
}

std::string refers_to(const std::string& name, int day) {
  return "WARC-Refers-To-Target-URI: " + url(name) + "\r\nWARC-Refers-To-Date: 2026-11-" + std::to_string(day) +
         "T21:35:20Z\r\n";
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
  Summary ingest(const std::string& bytes) {
    return run({.paths = {file("a.warc", bytes)}, .type = {}, .url_prefix = {}, .crawl = {}});
  }
  // The state and body of a page.
  std::string kept(const std::string& name) {
    auto cache = crawl::CacheLedger::open_existing(capture::cache_options(config.settings()));
    BOOST_REQUIRE(cache.ok());
    const auto page = cache->find(url(name));
    BOOST_REQUIRE(page.ok());
    if (!*page) return "unknown";
    const auto body = cache->body((*page)->id);
    return name_of((*page)->state) + (" " + (*page)->reason.name()) + (body ? " " + *body : "");
  }
  std::string error(const Request& request) {
    const auto summary = run_ingest(config, request);
    return summary.ok() ? "" : summary.error().code;
  }
  std::map<std::string, std::string> states() {
    auto cache = crawl::CacheLedger::open_existing(capture::cache_options(config.settings()));
    BOOST_REQUIRE(cache.ok());
    std::map<std::string, std::string> out;
    BOOST_REQUIRE(!cache->each("", [&](const crawl::CachedPage& page) {
      out[page.url.substr(page.url.rfind('/') + 1)] =
          name_of(page.state) + (page.reason == crawl::PageReason::none ? "" : " " + page.reason.name());
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
  BOOST_TEST(states().size() == 151u);
  BOOST_TEST(std::is_sorted(parts.begin(), parts.end()));
  BOOST_TEST(parts.back() > 0.99);
  BOOST_TEST(parts.back() <= 1.0);
}

BOOST_AUTO_TEST_CASE(a_named_crawl_drops_pages_that_it_no_longer_has) {
  const auto named = [&](const std::string& bytes) {
    return run({.paths = {file("a.warc", bytes)}, .type = {}, .url_prefix = {}, .crawl = "docs"});
  };
  named(site({1, 2, 3}));
  BOOST_TEST(named(site({1, 2, 3}).substr(0, site({1, 2}).size() + 50)).retired ==
             0);                           // damaged: nothing counts as gone
  for (const std::size_t less : {2, 4}) {  // of the line ends after the last record
    const std::string two = site({1, 2});
    const Summary cut = named(two.substr(0, two.size() - less));
    BOOST_TEST(cut.retired == 0);
    BOOST_TEST(cut.open_ended.size() == 1u);
  }
  BOOST_TEST(states().at("3") == "pending");
  // A revisit says that page 2 is unchanged.
  BOOST_TEST(named(site({1}) + warc_record("revisit", "http://h.example/2", "application/http",
                                           "HTTP/1.1 304 Not Modified\r\n\r\n"))
                 .retired == 1);
  BOOST_TEST(states().at("2") == "pending");
  BOOST_TEST(states().at("3") == "skipped gone");
  run({.paths = {file("b.warc", site({4}))}, .type = {}, .url_prefix = {}, .crawl = {}});
  BOOST_TEST(states().at("1") == "pending");  // without a name nothing is removed
}

// They are there: only what came cannot be kept.
BOOST_AUTO_TEST_CASE(pages_that_cannot_be_kept_do_not_count_as_gone) {
  const auto named = [&](const std::string& bytes, const char* name) {
    return run({.paths = {file(name, bytes)}, .type = {}, .url_prefix = {}, .crawl = "docs"});
  };
  const auto response = [](const std::string& head, const std::string& body) {
    return warc_record("response", "http://h.example/4", "application/http;msgtype=response",
                       "HTTP/1.1 " + head + "\r\nContent-Type: text/html\r\n\r\n" + body);
  };
  const std::string large(17 << 20, 'x');
  const std::vector<std::pair<std::string, std::string>> sources = {
      {"a.warc", response("206 Part\r\nContent-Range: bytes 0-3/99", "<p>x")},
      {"a.warc", response("200 OK\r\nContent-Encoding: sdch", "<p>x")},
      {"a.warc", response("200 OK", large)},
      {"a.jsonl", R"({"url":"http://h.example/4","body":")" + large + "\"}\n{\"end\": true}\n"}};
  for (const auto& [name, bytes] : sources) {
    named(site({1, 2, 3, 4, 5}), "all.warc");
    const bool lines = std::string_view(name).ends_with("jsonl");
    std::string others;
    for (const char* page : {"1", "2", "3"})
      others += R"({"url":"http://h.example/)" + std::string(page) + R"(","body":"<p>x )" + page + "\"}\n";
    const Summary summary = named((lines ? others : site({1, 2, 3})) + bytes, name.c_str());
    BOOST_TEST(summary.complete);
    BOOST_TEST(summary.retired == 0);
    BOOST_TEST(summary.unmet == 1);
    BOOST_TEST(states().at("4") == "pending", name);
    BOOST_TEST(states().at("5") == "pending", name);
  }
}

// What they were made of may have been cut short, and they may be joined.
BOOST_AUTO_TEST_CASE(frames_remove_nothing_by_themselves) {
  const auto frames = [](std::initializer_list<int> pages) {
    std::string out;
    for (const int page : pages)
      out += frame_of({.url = url(std::to_string(page)), .status = 200, .content_type = "text/html", .body = "<p>x"});
    return out;
  };
  const auto named = [&](const std::string& bytes, bool complete) {
    Request request{.paths = {file("a.frames", bytes)}, .type = {}, .url_prefix = {}, .crawl = "docs"};
    request.is_complete = complete;
    return run(request);
  };
  BOOST_TEST(named(frames({1, 2, 3}), true).complete);
  const auto open = named(frames({1, 2}), false);
  BOOST_TEST(!open.complete);
  BOOST_TEST(open.open_ended.size() == 1u);
  BOOST_TEST(open.retired == 0);
  BOOST_TEST(states().at("3") == "pending");
  BOOST_TEST(named(frames({1, 2}), true).retired == 1);

  // A crawl of several files is as open as one of them.
  const auto both = run({.paths = {file("a.frames", frames({1})), file("b.warc", site({4}))},
                         .type = {},
                         .url_prefix = {},
                         .crawl = "docs"});
  BOOST_TEST(!both.complete);
  BOOST_TEST(states().at("2") == "pending");
}

BOOST_AUTO_TEST_CASE(a_cut_page_does_not_replace_a_longer_one) {
  const auto cut = [](const std::string& name, const std::string& body, const std::string& why) {
    return warc_record(
        "response", url(name), "application/http",
        http_message(
            {.url = url(name), .headers = "Content-Type: text/html\r\nContent-Length: 5000\r\n", .body = body}),
        "WARC-Truncated: " + why + "\r\n");
  };
  const std::string whole = "<p>the whole page";
  for (const char* why : {"length", "time", "disconnect", "unspecified"}) {
    BOOST_TEST(ingest(original(why, whole, 20)).complete);
    BOOST_TEST(ingest(cut(why, "<p>the wh", why)).complete);
    BOOST_TEST(kept(why) == "pending  " + whole);
    ingest(cut(why, "", why));
    BOOST_TEST(kept(why) == "pending  " + whole);
  }
  // Without a longer page, the cut page counts; a longer one, or a whole one, replaces it.
  ingest(cut("new", "<p>a beginning", "time"));
  BOOST_TEST(kept("new") == "pending  <p>a beginning");
  ingest(cut("new", "<p>a longer beginning", "time"));
  BOOST_TEST(kept("new") == "pending  <p>a longer beginning");
  ingest(original("new", "<p>whole", 20));
  BOOST_TEST(kept("new") == "pending  <p>whole");
  // An error page that was cut is still an error.
  ingest(warc_record("response", url("new"), "application/http",
                     http_message({.url = url("new"), .status = 404, .body = "<p>no"}), "WARC-Truncated: length\r\n"));
  BOOST_TEST(kept("new").starts_with("skipped http_404"));
}

BOOST_AUTO_TEST_CASE(a_revisit_of_another_url_is_a_page_with_its_bytes) {
  const std::string with_digest = "WARC-Payload-Digest: sha1:a\r\n";
  const auto summary =
      ingest(original("a", "<p>text", 20) + revisit("same-file", with_digest) + revisit("named", refers_to("a", 20)) +
             revisit("of-another-day", refers_to("a", 19)) + revisit("no-head", refers_to("a", 20), "") +
             revisit("not-modified", refers_to("a", 20) + with_digest, "HTTP/1.1 200 OK\r\n\r\n",
                     "http://netpreserve.org/warc/1.1/revisit/server-not-modified") +
             revisit("unknown", "WARC-Payload-Digest: sha1:z\r\n") + revisit("none", ""));
  BOOST_TEST(summary.complete);
  BOOST_TEST(summary.total(&Report::pages) == 8);
  for (const char* name : {"a", "same-file", "named", "no-head"}) BOOST_TEST(kept(name) == "pending  <p>text", name);
  for (const char* name : {"of-another-day", "not-modified", "unknown", "none"})
    BOOST_TEST(kept(name) == "skipped http_304", name);
  // The payload is in the cache alone.
  ingest(revisit("later", refers_to("a", 20)) + revisit("redirect", refers_to("a", 20), "HTTP/1.1 302 Found\r\n\r\n") +
         revisit("image.png", refers_to("a", 20), "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n"));
  BOOST_TEST(kept("later") == "pending  <p>text");
  BOOST_TEST(kept("redirect") == "skipped http_302");
  BOOST_TEST(kept("image.png") == "unknown");
}

BOOST_AUTO_TEST_CASE(digests_are_known_in_later_files_of_a_run) {
  const std::string digest = "WARC-Payload-Digest: sha1:a\r\n";
  run({.paths = {file("1.warc", revisit("before", digest)), file("2.warc", original("a", "<p>text", 20)),
                 file("3.wacz", zip_file({{"archive/1.warc", revisit("in-a-wacz", digest)}, {"datapackage.json", ""}})),
                 file("4.warc", revisit("after", digest))},
       .type = {},
       .url_prefix = {},
       .crawl = {}});
  ingest(revisit("another-run", digest));
  for (const char* name : {"in-a-wacz", "after"}) BOOST_TEST(kept(name) == "pending  <p>text", name);
  for (const char* name : {"before", "another-run"}) BOOST_TEST(kept(name) == "skipped http_304", name);
}

BOOST_AUTO_TEST_CASE(a_revisit_gets_only_the_bytes_that_it_names) {
  // The page has changed since: neither the time nor the digest match the stored page.
  ingest(original("a", "<p>old", 19) + original("b", "<p>own", 19));
  ingest(original("a", "<p>new", 20));
  ingest(revisit("b", refers_to("a", 19) + "WARC-Payload-Digest: sha1:a\r\n"));
  BOOST_TEST(kept("b") == "pending  <p>own");
  // It was captured again since, unchanged, according to its own revisit or its digest.
  ingest(revisit("a", refers_to("a", 20) + "WARC-Payload-Digest: sha1:A\r\n") +
         revisit("c", refers_to("a", 20) + "WARC-Payload-Digest: sha1:a\r\n"));
  BOOST_TEST(kept("c") == "pending  <p>new");
  ingest(revisit("d", refers_to("a", 20) + "WARC-Payload-Digest: sha1:IJ5ZSON6WR2ECQ4CBDLS2RK27GMTVWZT\r\n"));
  BOOST_TEST(kept("d") == "pending  <p>new");
  ingest(revisit("e", refers_to("a", 20) + "WARC-Payload-Digest: sha1:BCY77UNDAFZ6IRKR52TDY3TOOSYEHCIY\r\n"));
  BOOST_TEST(kept("e") == "skipped http_304");
  // All answers without bytes have the same digest.
  const std::string none = "WARC-Payload-Digest: sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ\r\n";
  ingest(warc_record("response", url("a"), "application/http", "HTTP/1.1 304 Not Modified\r\n\r\n", none) +
         revisit("f", none) + revisit("g", refers_to("a", 21) + none));
  BOOST_TEST(kept("f") == "skipped http_304");
  BOOST_TEST(kept("g") == "skipped http_304");
}

BOOST_AUTO_TEST_CASE(a_page_without_a_time_was_fetched_now) {
  run({.paths = {file("b.jsonl", R"({"url":"http://h.example/x","body":"<p>x"})")},
       .type = {},
       .url_prefix = {},
       .crawl = {}});
  auto cache = crawl::CacheLedger::open_existing(capture::cache_options(config.settings()));
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
  // Nothing is read if one of the sources cannot be read.
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
  BOOST_TEST(static_cast<std::int64_t>(states().size()) == summary.total(&Report::pages));
  BOOST_TEST(states().size() >= 100u);
  BOOST_TEST(states().size() < 110u);
}

BOOST_AUTO_TEST_SUITE_END()
