// A site's pages on several threads: the same bytes, in the same order.
#include <atomic>
#include <boost/test/unit_test.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "crawler_adapter/inputs/frames.h"
#include "plugin/cluster/map_run.h"
#include "tests/support/read_input.h"

using namespace pith;
using namespace pith::map;

namespace {

constexpr std::size_t pages = 700;  // more than may wait to be written

std::string url_of(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "http://h.example/" + std::string(4 - digits.size(), '0') + digits;
}

// The first page takes as long as a few hundred others. Every seventh is a redirect, every eleventh is gone.
std::string frames() {
  std::string out;
  for (std::size_t number = 0; number < pages; ++number) {
    std::string text;
    for (std::size_t word = 0; word < (number == 0 ? 60'000 : 60); ++word)
      text += " word" + std::to_string(100 * number + word) + (word % 20 == 19 ? ".</p><p>" : "");
    crawl::CapturedPage page{.url = url_of(number),
                             .status = 200,
                             .content_type = "text/html",
                             .robots = "",
                             .body = "<html><body><ul><li>Menu<li>Imprint</ul><main><h1>Page " +
                                     std::to_string(number) + "</h1><p>" + text + "</p></main></body></html>"};
    if (number % 7 == 6) {
      page.status = 301;
      page.redirect_to = url_of(number - 1);
      page.body.clear();
    } else if (number % 11 == 10) {
      page.status = 404;
    }
    out += ingest::frame_of(page, "h.example");
  }
  return out;
}

struct Mapped {
  std::string bytes;
  MapSummary summary;
};

Mapped map_with(unsigned threads, Stage stage, std::size_t together, const test::TemporaryDirectory& directory) {
  MapRequest request{.stage = stage,
                     .models = directory / "models",
                     .sources = {.paths = {directory / "records"}, .type = "frames"},
                     .format = find_format("columns"),
                     .wanted = {.structure = true}};
  request.threads = threads;
  request.together = together;
  Mapped out;
  MapHooks hooks;
  hooks.write = [&](std::string_view bytes) {
    out.bytes += bytes;
    return std::nullopt;
  };
  auto summary = run_map({}, request, hooks);
  BOOST_REQUIRE(summary.ok());
  out.summary = *std::move(summary);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(map_threads)

BOOST_AUTO_TEST_CASE(threads_make_no_difference) {
  const test::TemporaryDirectory directory;
  test::put_file(directory / "records", frames());
  map_with(1, Stage::learn, folded_together, directory);
  for (const Stage stage : {Stage::whole, Stage::piece})
    for (const std::size_t together : {folded_together, std::size_t{50}}) {
      const Mapped one = map_with(1, stage, together, directory), four = map_with(4, stage, together, directory);
      BOOST_TEST(one.summary.counts.pages == static_cast<std::int64_t>(pages));
      BOOST_TEST(one.summary.counts.skipped.at("redirect") == 100);
      BOOST_TEST((four.bytes == one.bytes));
      BOOST_TEST(four.summary.counts.extracted == one.summary.counts.extracted);
      BOOST_TEST(four.summary.counts.skipped == one.summary.counts.skipped);
    }
}

BOOST_AUTO_TEST_CASE(a_write_that_fails_ends_the_run) {
  const test::TemporaryDirectory directory;
  test::put_file(directory / "records", frames());
  MapRequest request{
      .models = {}, .sources = {.paths = {directory / "records"}, .type = "frames"}, .format = find_format("columns")};
  request.threads = 4;
  request.together = 50;
  MapHooks hooks;
  hooks.write = [](std::string_view) { return std::optional(Error{"io", "disk full"}); };
  BOOST_TEST(run_map({}, request, hooks).error().message == "disk full");
}

// What was written before is right: no page passes for one that was not examined.
BOOST_AUTO_TEST_CASE(a_run_that_is_stopped_writes_the_beginning) {
  const test::TemporaryDirectory directory;
  test::put_file(directory / "records", frames());
  const std::string whole = map_with(1, Stage::whole, 50, directory).bytes;
  for (int after = 1; after <= 3; ++after) {
    MapRequest request{.models = {},
                       .sources = {.paths = {directory / "records"}, .type = "frames"},
                       .format = find_format("columns"),
                       .wanted = {.structure = true}};
    request.threads = 4;
    request.together = 50;
    std::atomic<bool> stop = false;
    std::string bytes;
    int lines = 0;
    MapHooks hooks;
    hooks.stop = &stop;
    hooks.write = [&](std::string_view more) {
      bytes += more;
      stop = ++lines >= 40 * after;
      return std::nullopt;
    };
    BOOST_TEST(run_map({}, request, hooks)->stopped);
    BOOST_TEST(lines >= 40 * after);
    BOOST_TEST(bytes.size() < whole.size());
    BOOST_TEST(whole.starts_with(bytes));
  }
}

BOOST_AUTO_TEST_SUITE_END()
